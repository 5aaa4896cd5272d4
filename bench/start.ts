import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/server.ts';
import { cpuOf } from './process.ts';
import { type Count, median } from './result.ts';

const ROUNDS = 7;

/** Milliseconds from `npm start` to the first answer. */
const MOST_MS = 600;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Start = { readonly wallMs: number; readonly cpuMs: number };

/**
 * How long `npm start` takes to the first 200 of `/api/ping`, with an empty data directory and with the one of an
 * earlier start.
 */
export async function benchStart(): Promise<readonly Count[]> {
  const starts: Record<'empty' | 'existing', Start[]> = { empty: [], existing: [] };
  for (let round = -1; round < ROUNDS; round++) {
    const directory = await mkdtemp(join(tmpdir(), 'start-'));
    const [empty, existing] = [await start(directory), await start(directory)];
    if (round >= 0) {
      starts.empty.push(empty); // the first round builds the bundle
      starts.existing.push(existing);
    }
    await rm(directory, { recursive: true });
  }
  return Object.entries(starts).flatMap(([state, measured]) => countsOf(state, measured));
}

function countsOf(state: string, starts: readonly Start[]): Count[] {
  const what = `npm start to the first answer, ${state} data directory`;
  return [
    { name: `${what}, ms`, count: median(starts.map(({ wallMs }) => wallMs)), most: MOST_MS },
    { name: `${what}, ms of processor time`, count: median(starts.map(({ cpuMs }) => cpuMs)), most: MOST_MS },
  ];
}

async function start(directory: string): Promise<Start> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), SVC_DATA_DIR: directory, LOG_LEVEL: 'warn' };
  const begin = performance.now();
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore', detached: true });
  const ended = once(npm, 'exit');
  const { pid } = npm;
  if (pid === undefined) throw new Error('npm cannot be started.');
  while (!(await answersPing(port))) await sleep(2);
  const wallMs = performance.now() - begin;
  const seconds = descendants(pid).map((process) => cpuOf(process) ?? Number.NaN);
  process.kill(-pid); // its group
  await ended;
  return { wallMs, cpuMs: 1000 * seconds.reduce((sum, own) => sum + own, 0) };
}

/** A process and all that it started. */
function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...children.flatMap((child) => descendants(Number(child)))];
}

/** Over a bare connection: an HTTP client would compete with the server for the processor. */
function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/ping HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    socket.once('error', () => resolve(false));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('HTTP/1.1 200 '));
    });
  });
}
