import { setTimeout as pause } from 'node:timers/promises';

/*
 * Loaded into a server before its own code (`--expose-gc --import`): at SIGUSR2 it writes a line to the standard error,
 * `live <bytes>`, the size of the JavaScript heap and of buffers after a garbage collection.
 */

/** What a collection finds out about weak references and finalizers, the next one can use. */
const COLLECTIONS = 3;

process.on('SIGUSR2', async () => {
  for (let done = 0; done < COLLECTIONS; done++) {
    globalThis.gc?.();
    await pause(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`live ${heapUsed + external}\n`);
});
