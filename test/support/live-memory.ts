import { setTimeout as pause } from 'node:timers/promises';

/*
 * This file is loaded into a server before its own code (`--expose-gc --import`): at SIGUSR2 it writes a line to the standard error,
 * `live <bytes>`, the size of the JavaScript heap and of buffers after a garbage collection.
 */

/** A collection can free objects that finalizers and weak references released in the previous one. */
const COLLECTIONS = 3;

process.on('SIGUSR2', async () => {
  for (let done = 0; done < COLLECTIONS; done++) {
    globalThis.gc?.();
    await pause(20);
  }
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`live ${heapUsed + external}\n`);
});
