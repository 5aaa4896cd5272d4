import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDynamoDb } from '../../infra/aws/dynamodb/client.ts';
import { startDynamoDb } from '../../infra/aws/dynamodb/local/start.ts';
import { pollStream, type StreamRecord } from '../../infra/aws/dynamodb/local/stream-poller.ts';
import { createTables, tableNames } from '../../infra/aws/dynamodb/tables.ts';
import { functionName, OFFLINE, tablePrefix } from '../../infra/aws/stack/names.ts';
import { startOpenSearch } from '../../infra/opensearch/start.ts';
import { bundleFunctions } from '../package/bundle.ts';
import { secretsOf } from './secrets.ts';

const ROOT = new URL('../../', import.meta.url);

/** Where the bundles are: apart from those that are uploaded. */
const BUNDLES = 'dist/offline';

/** DynamoDB Local takes any keys, and serverless-offline no signature at all. */
const KEYS = { accessKeyId: 'local', secretAccessKey: 'local' };
const REGION = 'us-east-1';

/** Milliseconds until the first answer. */
const PATIENCE = 120_000;

/** Milliseconds after which an invocation is taken for lost, as on AWS: all functions but that of admin operations end before. */
const LONGEST = 65_000;

/** What is kept of what is written, in characters. */
const KEPT = 1_000_000;

/** What is shown of it when it ends, in characters. */
const SHOWN = 4_000;

/** Milliseconds for the framework to stop. */
const GRACE = 5_000;

export type OfflineOptions = {
  /** Ports on loopback. */
  readonly ports: { readonly http: number; readonly webSocket: number; readonly lambda: number };
  /** Where keys are kept between runs. */
  readonly directory: string;
  /** Settings of the functions, and `AWS_ENDPOINT_URL_DYNAMODB`, `SEARCH_ENDPOINT`, `PATH`, `JAVA_HOME`. */
  readonly environment: NodeJS.ProcessEnv;
  /** Is given what the functions and the framework write. */
  readonly show?: (text: string) => void;
};

/** The deployment as it runs on this machine. */
export type Offline = {
  /** Base address of the API, such as `http://127.0.0.1:3000/`. */
  readonly url: string;
  /** Address of the notification channel. */
  readonly webSocket: string;
  /** Calls a function by its name in `serverless.yml`, and gives what it answers. */
  invoke(name: string, event: unknown): Promise<unknown>;
  /** What was written last. */
  output(): string;
  /** Resolves with a sentence when it ends by itself. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
};

/**
 * Runs all functions of the deployment on this machine: those behind the HTTP API, the WebSocket API and the schedules by
 * serverless-offline, and that of the stream by a reader of DynamoDB Local. DynamoDB and OpenSearch are those of the
 * environment, or are started.
 *
 * @throws Error when something of it does not start
 */
export async function startOffline({ ports, directory, environment, show }: OfflineOptions): Promise<Offline> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    await bundleFunctions(new URL(`${BUNDLES}/`, ROOT));
    const search = await startOpenSearch({ environment });
    ends.push(search.stop);
    const dynamo = await startDynamoDb({ environment });
    ends.push(dynamo.stop);
    const dynamoDb = createDynamoDb({ endpoint: dynamo.endpoint, region: REGION, credentials: async () => KEYS });
    const names = tableNames(tablePrefix(OFFLINE));
    await createTables(dynamoDb, names);
    const url = `http://127.0.0.1:${ports.http}/`;
    const running = startFramework(
      ports,
      {
        ...environment,
        ...(await secretsOf(resolve(directory))),
        BUNDLES,
        SECRETS: 'environment',
        SEARCH_ENDPOINT: search.endpoint,
        AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
        SVC_LOOPBACK: environment['SVC_LOOPBACK'] || `${url}api/`,
        WS_ENDPOINT: `http://127.0.0.1:${ports.webSocket}`,
      },
      show,
    );
    ends.push(running.stop);
    await Promise.race([
      untilAnswers(`${url}api/ping`),
      running.ended.then((words) => Promise.reject(new Error(words))),
    ]);
    const invoke = (name: string, event: unknown) => invokeFunction(ports.lambda, name, event);
    const table = names.changes;
    ends.push(
      pollStream({
        dynamoDb,
        table,
        invoke: (event: { readonly Records: readonly StreamRecord[] }) => invoke('stream', event),
      }),
    );
    const { output, ended } = running;
    return { url, webSocket: `ws://127.0.0.1:${ports.webSocket}`, invoke, output, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function startFramework(
  ports: OfflineOptions['ports'],
  environment: NodeJS.ProcessEnv,
  show: (text: string) => void = () => undefined,
) {
  const serverless = fileURLToPath(new URL('node_modules/serverless/bin/serverless.js', ROOT));
  const child = spawn(process.execPath, [serverless, 'offline', '--stage', OFFLINE, '--localEnvironment'], {
    cwd: fileURLToPath(ROOT),
    env: {
      ...environment,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      OFFLINE_HTTP_PORT: String(ports.http),
      OFFLINE_WEBSOCKET_PORT: String(ports.webSocket),
      OFFLINE_LAMBDA_PORT: String(ports.lambda),
      SLS_TELEMETRY_DISABLED: '1',
      SLS_NOTIFICATIONS_MODE: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      written = (written + chunk.toString()).slice(-KEPT);
      show(chunk.toString());
    });
  }
  const ended = once(child, 'exit').then(() => `serverless-offline ended.\n${written.slice(-SHOWN)}`);
  return {
    ended,
    output: () => written,
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), GRACE);
      await ended;
      clearTimeout(late);
    },
  };
}

async function untilAnswers(address: string): Promise<void> {
  for (const begin = performance.now(); performance.now() - begin < PATIENCE; await sleep(100)) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return;
  }
  throw new Error(`Nothing answered at ${address} in time.`);
}

async function invokeFunction(port: number, name: string, event: unknown): Promise<unknown> {
  const address = `http://127.0.0.1:${port}/2015-03-31/functions/${functionName(OFFLINE, name)}/invocations`;
  const signal = AbortSignal.timeout(LONGEST);
  const response = await fetch(address, { method: 'POST', body: JSON.stringify(event), signal });
  const text = await response.text();
  if (!response.ok || response.headers.has('x-amz-function-error')) {
    throw new Error(`The function ${name} failed with status ${response.status}: ${text.slice(0, 500)}`);
  }
  return text === '' ? null : JSON.parse(text);
}
