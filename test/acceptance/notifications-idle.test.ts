import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { newThing } from '../support/things.ts';

/** Connections, if the machine lets processes open so many files; besides them, both processes need some. */
const WANTED = 10_000;
const BESIDES = 500;
const COUNT = Math.min(WANTED, openFilesAllowed() - BESIDES);

/** Bytes of the server's memory per listener that does nothing: what Node and the system take for a socket, and ours. */
const PER_LISTENER = 32 * 1024;

let server: TestServer;
/** The process that listens, once it is started. */
let listeners: ChildProcessByStdio<Writable, Readable, null> | null = null;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  listeners?.kill();
  await server.dispose();
});

test.runIf(process.platform === 'linux')(
  `K8 ${COUNT} listeners that do nothing cost little memory, hear of a save all, and leave no connection behind`,
  async () => {
    const client = createClient(server);
    for (let warm = 0; warm < 200; warm++) await client.save(newThing(server));
    const before = await memoryOf(server);
    await expectLine(`open ${COUNT}`);
    const connected = await memoryOf(server);
    expect((connected - before) / COUNT).toBeLessThan(PER_LISTENER);

    const heard = expectLine(`heard ${COUNT}`);
    await client.save(newThing(server));
    await heard;
    expect((await client.call('/livez')).status).toBe(200);

    listeners?.stdin.end();
    await expect.poll(() => openFilesOf(server), { timeout: 30_000 }).toBeLessThan(BESIDES);
    await client.save(newThing(server));
    expect((await client.call('/livez')).status).toBe(200);
  },
  5 * 60_000,
);

/** Waits for a line of the process that listens, which is started at first. */
function expectLine(line: string): Promise<void> {
  listeners ??= spawn(
    process.execPath,
    [fileURLToPath(new URL('../support/idle-listeners.ts', import.meta.url)), String(server.port), String(COUNT)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const child = listeners;
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The listeners ended before "${line}".`)));
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(line)) resolve();
    });
  });
}

/** Resident memory of the server, bytes. */
async function memoryOf({ process: { pid } }: TestServer): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

function openFilesOf({ process: { pid } }: TestServer): number {
  return Number(execFileSync('sh', ['-c', `ls /proc/${pid}/fd | wc -l`]).toString());
}

function openFilesAllowed(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -n']).toString().trim();
  return limit === 'unlimited' ? WANTED + BESIDES : Number(limit);
}
