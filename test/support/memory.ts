import { readFileSync } from 'node:fs';
import type { TestServer } from './server.ts';

/**
 * Memory of a server's process in bytes, by proc(5): Linux alone has it.
 *
 * @param figure what it has now (`VmRSS`), or the most that it has had (`VmHWM`)
 */
export function memoryOf({ process }: Pick<TestServer, 'process'>, figure: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${process.pid}/status`, 'utf8');
  return Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}
