import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A server under load in a process of its own. */
export type Process = {
  readonly url: string;
  /** Seconds of processor time that it has used, all its threads; null where the system does not report it. */
  readonly cpu: () => number | null;
  readonly stop: () => Promise<void>;
};

/** Clock ticks per second of /proc, which is 100 on every Linux that runs Node. */
const TICKS = 100;

/** Wraps a process that serves `url`. */
export function observed(child: ChildProcess, url: string): Process {
  return {
    url,
    cpu: () => (child.pid === undefined ? null : cpuOf(child.pid)),
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

/**
 * Starts `bench/bare.ts`, the raw limit.
 *
 * @param argument directory of its objects; for `put` the address that ids begin with
 */
export async function startBare(
  port: number,
  mode: 'http' | 'get' | 'post' | 'put' | 'verify' | 'search',
  argument: string,
): Promise<Process> {
  const child = fork(new URL('./bare.ts', import.meta.url), [String(port), mode, argument]);
  await once(child, 'message');
  return observed(child, `http://127.0.0.1:${port}`);
}

/** Seconds of processor time that a process has used, all its threads; null where the system does not report it. */
export function cpuOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return null;
  }
}
