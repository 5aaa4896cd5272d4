import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { TestServer } from './server.ts';

/**
 * Memory of a server's process in bytes, by proc(5), which only Linux has.
 *
 * @param figure the current memory (`VmRSS`), or its maximum so far (`VmHWM`)
 */
export function memoryOf({ process }: Pick<TestServer, 'process'>, figure: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${process.pid}/status`, 'utf8');
  return Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

/** Setting of a server whose live memory can be queried. */
export const TELLS_LIVE_MEMORY = {
  NODE_OPTIONS: `--expose-gc --import=${new URL('./live-memory.ts', import.meta.url)}`,
};

/**
 * Size of a server's heap and buffers after a garbage collection, in bytes. In contrast to {@link memoryOf} it depends neither on the
 * memory of the machine nor on when the collector runs.
 *
 * @param server started with {@link TELLS_LIVE_MEMORY}
 */
export async function liveMemoryOf({ process: child, output }: TestServer): Promise<number> {
  const { length } = output();
  const liveBytes = () => Number(/^live (\d+)\n/m.exec(output().slice(length))?.[1]);
  child.kill('SIGUSR2');
  await expect.poll(liveBytes, { timeout: 30_000 }).toBeGreaterThan(0);
  return liveBytes();
}
