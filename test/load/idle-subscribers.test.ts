import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { liveMemoryOf, memoryOf, TELLS_LIVE_MEMORY } from '../support/memory.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { person, sheet } from '../support/signer.ts';
import { newThing } from '../support/things.ts';

/** Number of connections, if processes may open as many files; both processes need some more. */
const WANTED = 10_000;
const BESIDES = 500;
const COUNT = Math.min(WANTED, openFilesAllowed() - BESIDES);

/** Maximum memory of the server per idle subscriber, in bytes: for the socket in Node and the system, and for the service. */
const PER_LISTENER = 32 * 1024;

/** Number of subscribers that connect and disconnect together, after the first ones, which fill caches and compile code. */
const WAVE = Math.min(2_000, COUNT);
const FIRST_WAVES = 2;
const MORE_WAVES = 4;

/** Maximum memory that each of them may leave behind, in bytes: the collector varies by a fifth of it, and a leaked subscriber would
 * be kilobytes. */
const LEFT_BEHIND = 100;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const onLinux = test.runIf(process.platform === 'linux');

onLinux(
  `K8 ${COUNT} idle subscribers take little memory, all receive a save, and leave no connection behind`,
  async () => {
    const server = await serverWithThings();
    const client = createClient(server);
    const before = memoryOf(server);
    const subscribers = await open(server, COUNT);
    const connected = memoryOf(server);
    expect((connected - before) / COUNT).toBeLessThan(PER_LISTENER);

    const received = subscribers.says(`received ${COUNT}`);
    await client.save(newThing(server));
    await received;
    expect((await client.call('/livez')).status).toBe(200);

    await subscribers.leave();
    await client.save(newThing(server));
    expect((await client.call('/livez')).status).toBe(200);
  },
  5 * 60_000,
);

onLinux(
  `K8 of ${MORE_WAVES * WAVE} disconnected subscribers of all kinds, nothing is left in memory`,
  async () => {
    const server = await serverWithThings(TELLS_LIVE_MEMORY);
    const signed = await sheet(server.api, [await person()], 3_600_000);
    const kinds = [{}, { query: '?cursors=true' }, { query: '?type=thing', sheet: signed }];
    const comeAndLeave = async (waves: number): Promise<void> => {
      for (let wave = 0; wave < waves; wave++) {
        await (await open(server, WAVE, kinds)).leave();
        await createClient(server).save(newThing(server));
      }
    };
    await comeAndLeave(FIRST_WAVES);
    const before = Math.min(await liveMemoryOf(server), await liveMemoryOf(server), await liveMemoryOf(server));
    await comeAndLeave(MORE_WAVES);
    // Work in progress for the last ones ends within seconds.
    const left = async () => ((await liveMemoryOf(server)) - before) / (MORE_WAVES * WAVE);
    await expect.poll(left, { timeout: 30_000, interval: 1_000 }).toBeLessThan(LEFT_BEHIND);
  },
  5 * 60_000,
);

/** A server that has served some requests. */
async function serverWithThings(environment: Record<string, string> = {}): Promise<TestServer> {
  const server = await startServer(environment);
  ends.push(server.dispose);
  const client = createClient(server);
  for (let warm = 0; warm < 200; warm++) await client.save(newThing(server));
  return server;
}

/** Subscribers in a separate process, all connected. */
async function open(server: TestServer, count: number, kinds: readonly object[] = [{}]) {
  const script = fileURLToPath(new URL('../support/idle-subscribers.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(server.port), String(count), JSON.stringify(kinds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  ends.push(() => child.kill());
  /** Waits for a line of its output. */
  const says = (line: string): Promise<void> =>
    new Promise((resolve, reject) => {
      child.once('exit', () => reject(new Error(`The subscribers ended before "${line}".`)));
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes(line)) resolve();
      });
    });
  await says(`open ${count}`);
  return {
    says,
    /** Ends them, and waits until the server has released their connections. */
    async leave(): Promise<void> {
      const gone = once(child, 'exit');
      child.stdin.end();
      await gone;
      await expect.poll(() => openFilesOf(server), { timeout: 30_000 }).toBeLessThan(BESIDES);
    },
  };
}

function openFilesOf({ process: { pid } }: TestServer): number {
  return Number(execFileSync('sh', ['-c', `ls /proc/${pid}/fd | wc -l`]).toString());
}

function openFilesAllowed(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -n']).toString().trim();
  return limit === 'unlimited' ? WANTED + BESIDES : Number(limit);
}
