import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A load: as many requests as the server answers within a time. */
export type Load = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** A script that makes the requests (Lua, with a function `request`); absent: GET of `url`. */
  readonly script?: string;
};

/** Latencies in milliseconds. */
export type Figures = {
  readonly requests: number;
  /** Requests that were answered neither with 2xx nor with 3xx. */
  readonly failed: number;
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
};

/**
 * Sends a load with wrk, which takes a fraction of the processor time of the servers that it measures.
 *
 * @throws Error when wrk is not installed, or a connection fails
 */
export async function sendLoad({ url, connections, seconds, script }: Load): Promise<Figures> {
  const directory = await mkdtemp(join(tmpdir(), 'wrk-'));
  try {
    const file = join(directory, 'requests.lua');
    if (script !== undefined) await writeFile(file, script);
    const { stdout } = await run('wrk', [
      '--threads=1',
      `--connections=${connections}`,
      `--duration=${seconds}s`,
      '--timeout=20s',
      '--latency',
      ...(script === undefined ? [] : [`--script=${file}`]),
      url,
    ]);
    return parseReport(stdout);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** @throws Error when the report says that connections failed */
function parseReport(report: string): Figures {
  const broken = /Socket errors: .*/.exec(report)?.[0];
  if (broken !== undefined) throw new Error(`wrk: ${broken}`);
  const number = (pattern: RegExp) => Number(pattern.exec(report)?.[1]);
  const time = (pattern: RegExp) => milliseconds(pattern.exec(report)?.[1] ?? '');
  return {
    requests: number(/(\d+) requests in/),
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1] ?? 0),
    rate: number(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: time(/^\s+50%\s+(\S+)/m),
    p99Ms: time(/^\s+99%\s+(\S+)/m),
    longestMs: time(/Latency\s+\S+\s+\S+\s+(\S+)/),
  };
}

const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

function milliseconds(text: string): number {
  const [, value, unit = ''] = /^([\d.]+)([a-z]+)$/.exec(text) ?? [];
  return Number(value) * (UNITS[unit] ?? Number.NaN);
}
