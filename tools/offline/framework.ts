import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { functionName, OFFLINE } from '../../infra/aws/stack/names.ts';

const ROOT = new URL('../../', import.meta.url);

/** Timeout for the first response. */
const START_TIMEOUT_MS = 120_000;

/** Timeout for the framework to stop. */
const STOP_TIMEOUT_MS = 5_000;

/** Number of characters of the log that are shown when the framework exits unexpectedly. */
const MAX_OUTPUT_LENGTH = 4_000;

/** Ports on loopback. */
export type FrameworkPorts = { readonly http: number; readonly webSocket: number; readonly lambda: number };

/** serverless-offline with the functions of `serverless.yml`. */
export type Framework = {
  /** Resolves when the process has ended, for whatever reason, with a sentence and what it wrote last. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
};

/**
 * Starts serverless-offline. The process ends with this one, unless that is killed.
 *
 * @param environment of the framework and of the functions
 * @param write receives their output
 */
export function startFramework(
  ports: FrameworkPorts,
  environment: NodeJS.ProcessEnv,
  write: (text: string) => void,
): Framework {
  const serverless = fileURLToPath(new URL('node_modules/serverless/bin/serverless.js', ROOT));
  const child = spawn(process.execPath, [serverless, 'offline', '--stage', OFFLINE, '--localEnvironment'], {
    cwd: fileURLToPath(ROOT),
    env: {
      ...environment,
      OFFLINE_HTTP_PORT: String(ports.http),
      OFFLINE_WEBSOCKET_PORT: String(ports.webSocket),
      OFFLINE_LAMBDA_PORT: String(ports.lambda),
      SLS_TELEMETRY_DISABLED: '1',
      SLS_NOTIFICATIONS_MODE: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a group of its own: Ctrl+C reaches this process alone, which then stops everything in order
  });
  let last = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      last = (last + chunk.toString()).slice(-MAX_OUTPUT_LENGTH);
      write(chunk.toString());
    });
  }
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close').then(() => {
    process.off('exit', kill);
    return `serverless-offline ended.\n${last}`;
  });
  return {
    ended,
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(kill, STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/** Resolves when something answers with success. @throws Error when nothing does in time */
export async function untilAnswers(address: string): Promise<void> {
  for (const begin = performance.now(); performance.now() - begin < START_TIMEOUT_MS; await sleep(100)) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return;
  }
  throw new Error(`Nothing answered at ${address} in time.`);
}

/**
 * Calls a function by its name in `serverless.yml`.
 *
 * @param port of Lambda's own API
 * @returns what it answers
 * @throws Error when it fails
 */
export async function invokeFunction(
  port: number,
  name: string,
  event: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const address = `http://127.0.0.1:${port}/2015-03-31/functions/${functionName(OFFLINE, name)}/invocations`;
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(event), signal });
  const text = await response.text();
  if (!response.ok || response.headers.has('x-amz-function-error')) {
    throw new Error(`The function ${name} failed with status ${response.status}: ${text.slice(0, 500)}`);
  }
  return text === '' ? null : JSON.parse(text);
}
