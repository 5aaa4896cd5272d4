import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonEnvironment } from './python.ts';
import { freePort } from './server.ts';

const run = promisify(execFile);
const USER = { name: 'poller', password: 'secret' };

/** Ralph, a learning record store, on loopback. */
export type Ralph = {
  /** Base URL of its xAPI, ending in a slash. */
  readonly endpoint: string;
  /** Value of `Authorization` that it accepts. */
  readonly authorization: string;
  /** Stores statements in Ralph. */
  readonly store: (statements: readonly object[]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A server that a record store forwards statements to, with HTTP Basic. */
export type ForwardTarget = { readonly url: string; readonly user: string; readonly password: string };

/** Ralph, installed at its first use; or one sentence with the reason why it is not available. */
export function ralphProgram() {
  return pythonEnvironment('ralph-malph[full]==5.1.0');
}

/** @param bin programs of {@link ralphProgram} */
export async function startRalph(bin: string, forwardTo: ForwardTarget | null = null): Promise<Ralph> {
  const directory = await mkdtemp(join(tmpdir(), 'ralph-'));
  const data = join(directory, 'data');
  await mkdir(data);
  const port = await freePort();
  const file = join(directory, 'auth.json');
  const forwarding = forwardTo && {
    is_active: true,
    url: forwardTo.url,
    basic_username: forwardTo.user,
    basic_password: forwardTo.password,
    max_retries: 1,
    timeout: 10,
  };
  const env = {
    PATH: process.env['PATH'],
    RALPH_APP_DIR: directory,
    RALPH_AUTH_FILE: file,
    RALPH_LRS_AUTH_FILE: file,
    RALPH_RUNSERVER_AUTH_BACKENDS: 'basic',
    RALPH_RUNSERVER_BACKEND: 'fs',
    RALPH_BACKENDS__LRS__FS__DEFAULT_DIRECTORY_PATH: data,
    RALPH_BACKENDS__LRS__FS__DEFAULT_LRS_FILE: 'statements.jsonl',
    ...(forwarding && { RALPH_XAPI_FORWARDINGS: JSON.stringify([forwarding]) }),
  };
  const user = ['-u', USER.name, '-p', USER.password, '-s', 'all', '-M', 'mailto:poller@example.com', '-N', 'poller'];
  await run(join(bin, 'ralph'), ['auth', ...user, '-w'], { env });
  const app = fileURLToPath(new URL('../lrs/', import.meta.url));
  const options = ['ralph_app:app', '--app-dir', app, '--host', '127.0.0.1', '--port', String(port)];
  const server = spawn(join(bin, 'uvicorn'), options, {
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: 'ignore',
  });
  const endpoint = `http://127.0.0.1:${port}/xAPI/`;
  const authorization = `Basic ${btoa(`${USER.name}:${USER.password}`)}`;
  await answering(`http://127.0.0.1:${port}/__heartbeat__`, server);
  return {
    endpoint,
    authorization,
    async store(statements) {
      const response = await fetch(`${endpoint}statements`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'x-experience-api-version': '1.0.3' },
        body: JSON.stringify(statements),
      });
      if (!response.ok) throw new Error(`Ralph answered ${response.status}: ${await response.text()}`);
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (server.exitCode !== null) throw new Error('Ralph ended.');
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill();
  throw new Error('Ralph did not answer in time.');
}
