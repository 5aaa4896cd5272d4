import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf } from '../test/support/memory.ts';
import { startServer, type TestServer } from '../test/support/server.ts';
import { competency } from './corpus.ts';
import { putAll } from './reads.ts';
import type { Count } from './result.ts';

const BATCH = 2_000;
const MIB = 1 << 20;
const SAMPLE_MS = 50;

/**
 * The growth of resident memory while all objects are streamed, once a first, shorter stream has warmed the process up; as they are and
 * compressed, by a reader that is fast and by one that pauses.
 *
 * @param objects how many are stored
 */
export async function benchBulk(objects: number): Promise<Count[]> {
  const server = await startServer({ POST_MAX_SIZE: '200000000' });
  try {
    for (let at = 0; at < objects; at += BATCH) {
      const size = Math.min(BATCH, objects - at);
      await putAll(
        server.api,
        Array.from({ length: size }, (_, index) => competency(server.api, at + index)),
      );
    }
    await server.stop();
    const restarted = await startServer({}, server.directory);
    try {
      await read(restarted, '?limit=10000');
      const counts: Count[] = [];
      for (const [name, encoding, pauseMs] of WAYS) {
        const before = memoryOf(restarted);
        const begin = performance.now();
        const { lines, most } = await read(restarted, '', encoding, pauseMs);
        if (lines !== objects) throw new Error(`${lines} of ${objects} objects were sent.`);
        const seconds = (performance.now() - begin) / 1e3;
        counts.push({ name: `bulk ${name}: growth in MiB`, count: (most - before) / MIB, most: 64 });
        counts.push({ name: `bulk ${name}: microseconds per object`, count: (1e6 * seconds) / objects, most: 200 });
      }
      return counts;
    } finally {
      await restarted.stop();
    }
  } finally {
    await server.dispose();
  }
}

const WAYS = [
  ['as it is', 'identity', 0],
  ['compressed', 'gzip', 0],
  ['to a reader that pauses', 'identity', 2],
] as const;

/** Reads a stream to its end, and samples the memory of the service in the meantime. */
async function read(server: TestServer, query: string, encoding = 'identity', pauseMs = 0) {
  const response = await fetch(`${server.api}bulk${query}`, { headers: { 'accept-encoding': encoding } });
  let most = memoryOf(server);
  const timer = setInterval(() => (most = Math.max(most, memoryOf(server))), SAMPLE_MS);
  let lines = 0;
  try {
    for await (const chunk of response.body ?? []) {
      for (const byte of chunk) if (byte === 0x0a) lines++;
      if (pauseMs > 0) await pause(pauseMs);
    }
  } finally {
    clearInterval(timer);
  }
  return { lines, most };
}
