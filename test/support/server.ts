import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeIndices } from '../../shared/stores/opensearch/testing/remove-indices.ts';
import { nodeEnvironment } from './node-environment.ts';
import { openSearchForTests } from './opensearch.ts';
import { createSecretLog, type SecretLog } from './secrets.ts';

/** A service for tests: a real process on loopback with an empty store. */
export type TestServer = {
  /** Base address, such as `http://localhost:21345/`. */
  readonly url: string;
  /** `url` + `api/`: the own address that ids are local under. */
  readonly api: string;
  readonly port: number;
  readonly directory: string;
  /** Settings that another process needs to work on the same store. */
  readonly storeSettings: Readonly<Record<string, string>>;
  readonly process: ChildProcess;
  /** Everything that the server has written so far to standard output and error. */
  readonly output: () => string;
  /** Secrets that the log must not contain. */
  readonly secrets: SecretLog;
  /** Stops the server and keeps its data. @throws Error when its log contains a secret */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Stops the server and removes its data. */
  readonly dispose: () => Promise<void>;
};

/**
 * Starts the service as `npm start` does and waits until it is ready.
 *
 * @param environment settings besides port and data directory
 * @param directory data of an earlier server to continue with
 */
export async function startServer(environment: Record<string, string> = {}, directory?: string): Promise<TestServer> {
  const data = directory ?? (await mkdtemp(join(tmpdir(), 'competency-')));
  const port = environment.PORT === undefined ? await freePort() : Number(environment.PORT);
  const main = fileURLToPath(new URL('../../tools/build/start.cjs', import.meta.url));
  const storeSettings = { PORT: String(port), SVC_DATA_DIR: data, ...(await clusterSettings(data)) };
  const child = spawn(process.execPath, [main], {
    env: {
      ...nodeEnvironment(),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      ...storeSettings,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let stopping = false;
  child.once('close', (code, ending) => {
    if (!stopping)
      process.stderr.write(`The server of ${data} ended by itself (${ending ?? code}): ${output.slice(-2000)}\n`);
  });
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    stopping = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'close'); // comes after the end of its output
    child.kill(signal);
    await gone;
    await expectNoSecrets();
  };
  const secrets = createSecretLog();
  async function expectNoSecrets(): Promise<void> {
    await secrets.noteOwn(data, environment);
    const file = await readFile(join(data, 'service.log'), 'utf8').catch(() => '');
    const [found] = secrets.findIn(output + file);
    if (found !== undefined) throw new Error(`B25: the log of a server has a secret in it: ${found}`);
  }
  const scheme = environment.HTTPS === 'true' ? 'https' : 'http';
  const url = `${scheme}://localhost:${port}/`;
  await untilReady(`${scheme}://127.0.0.1:${port}${environment.SVC_BASE ?? ''}/readyz`, child, () => output);
  return {
    url,
    api: `${url}api/`,
    port,
    directory: data,
    storeSettings,
    process: child,
    output: () => output,
    secrets,
    stop,
    dispose: async () => {
      await stop();
      await rm(data, { recursive: true, force: true });
      await removeItsIndices(data);
    },
  };
}

/** Whether the store of servers has no vectors, and they do not search by meaning. */
export const LACKS_VECTORS = process.env.STORE === 'opensearch' && process.env.SEARCH_VECTORS !== 'true';

/**
 * With `STORE=opensearch` in the environment of the tests, servers keep their objects on OpenSearch, with
 * separate indices for each data directory; with `SEARCH_VECTORS=true` on a cluster that has vectors.
 */
async function clusterSettings(directory: string): Promise<Record<string, string>> {
  if (process.env.STORE !== 'opensearch') return {};
  const engine = await openSearchForTests(process.env.SEARCH_VECTORS === 'true' ? 'vectors' : undefined);
  if (engine === null) throw new Error('STORE=opensearch, but there is no OpenSearch here.');
  const prefix = `test-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}-`;
  return { SEARCH_ENDPOINT: engine.endpoint, SEARCH_PREFIX: prefix, SEARCH_REPLICAS: '0' };
}

/** Removes the indices of a stopped server. */
async function removeItsIndices(directory: string): Promise<void> {
  const { SEARCH_ENDPOINT: endpoint, SEARCH_PREFIX: prefix } = await clusterSettings(directory);
  if (endpoint === undefined || prefix === undefined) return;
  await removeIndices(endpoint, prefix);
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (child.exitCode !== null) throw new Error(`The server stopped at start: ${output()}`);
    if (await answersOk(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready in time: ${output()}`);
}

/** Whether a URL answers with success. Over HTTPS, any certificate is accepted. */
function answersOk(url: string): Promise<boolean> {
  if (!url.startsWith('https:')) {
    return fetch(url).then(
      (response) => response.ok,
      () => false,
    );
  }
  return new Promise((resolve) => {
    const request = get(url, { agent: false, rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
  });
}

/** A port of 20000 to 32000, below the range of outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
