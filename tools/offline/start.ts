import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OFFLINE, tablePrefix } from '../../infra/aws/stack/names.ts';
import { createSecretDirectory } from '../../infra/node/secret-directory.ts';
import { type Config, toConfig } from '../../shared/base/config/config.ts';
import { ADAPTERS, adapterKeyName } from '../../shared/exchange/frameworks/adapter-keys.ts';
import { adminPublicKey } from '../../shared/people/identity/admin-credentials.ts';
import { createIdentities } from '../../shared/people/identity/identities.ts';
import { serverSecret } from '../../shared/people/identity/server-secrets.ts';
import { profileKeys } from '../../shared/profiles/service/profiles.ts';
import { loadMasterKeys } from '../../shared/repository/secrets/sealed-secrets.ts';
import { BADGE_KEY, STATEMENT_KEY } from '../../shared/repository/secrets/secret-names.ts';
import type { SecretStore } from '../../shared/repository/secrets/secret-store.ts';
import { createServerKeys } from '../../shared/repository/secrets/server-keys.ts';
import { createDynamoDb } from '../../shared/stores/dynamodb/client.ts';
import { tableNames } from '../../shared/stores/dynamodb/tables.ts';
import { bundleFunctions } from '../build/package/bundle.ts';
import { startDynamoDb } from '../engines/dynamodb/start.ts';
import { pollStream } from '../engines/dynamodb/stream-poller.ts';
import { createTables } from '../engines/dynamodb/tables.ts';
import { isFree } from '../engines/opensearch/ports.ts';
import { startOpenSearch } from '../engines/opensearch/start.ts';
import { type FrameworkPorts, invokeFunction, startFramework, untilAnswers } from './framework.ts';

/**
 * The keys and salts of all functions as variables of their environment: locally there is no secret store that they
 * share.
 *
 * @param directory keeps them between runs; missing ones are created
 */
async function secretsOf(directory: string): Promise<Readonly<Record<string, string>>> {
  const kept = createSecretDirectory({ directory, env: {}, cached: true });
  const found: Record<string, string> = {};
  const secrets: SecretStore = {
    async secret(name, create) {
      const value = await kept.secret(name, create);
      found[name] = value;
      return value;
    },
  };
  const config: Config = toConfig({}, '0');
  await adminPublicKey(secrets);
  await serverSecret(secrets);
  await profileKeys(secrets, config);
  const keys = createServerKeys(secrets);
  await Promise.all([STATEMENT_KEY, BADGE_KEY, ...ADAPTERS.map(adapterKeyName)].map(keys.rsa));
  await loadMasterKeys(secrets);
  const nothing = {
    get: async () => null,
    set: async () => null,
    delete: async () => false,
    clear: async () => {},
  };
  await createIdentities({ keyValues: nothing, secrets, now: Date.now });
  return found;
}

const ROOT = new URL('../../', import.meta.url);

/** The variables of `npm run offline` that name its ports. */
export const PORT_VARIABLES = {
  http: 'OFFLINE_HTTP_PORT',
  webSocket: 'OFFLINE_WEBSOCKET_PORT',
  lambda: 'OFFLINE_LAMBDA_PORT',
} as const satisfies Record<keyof FrameworkPorts, string>;

/** DynamoDB Local accepts any keys, and serverless-offline checks no signature. */
const KEYS = { accessKeyId: 'local', secretAccessKey: 'local' };
const REGION = 'us-east-1';

/** The functions of the stream, and when an invocation is lost: somewhat after the function's own timeout. */
const STREAM_TIMEOUTS_MS = { stream: 65_000, 'stream-webhooks': 95_000 };

/** Timeout of other invocations: the timeout of schedules is 300 seconds. */
const INVOCATION_TIMEOUT_MS = 310_000;

/** Maximum number of characters that are kept of the output. */
const MAX_OUTPUT_LENGTH = 1_000_000;

type OfflineOptions = {
  readonly ports: FrameworkPorts;
  /** Where keys are kept between runs. */
  readonly directory: string;
  /** Settings of the functions, and `AWS_ENDPOINT_URL_DYNAMODB`, `SEARCH_ENDPOINT`, `PATH`, `JAVA_HOME`. */
  readonly environment: NodeJS.ProcessEnv;
  /** Receives the output of functions and framework, and failed deliveries of the stream. */
  readonly show?: (text: string) => void;
};

/** The deployment as it runs on this machine. */
export type Offline = {
  /** Base address of the API, such as `http://127.0.0.1:3000/`. */
  readonly url: string;
  /** Address of the notification channel. */
  readonly webSocket: string;
  /** Calls a function by its name in `serverless.yml`, and returns its response. */
  invoke(name: string, event: unknown): Promise<unknown>;
  /** The last output. */
  output(): string;
  /** Resolves with a sentence, and maybe a log, when a part of it has ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
};

/**
 * Runs all functions of the deployment on this machine: those behind the HTTP API, the WebSocket API and the schedules by
 * serverless-offline, and those of the stream by readers of DynamoDB Local. DynamoDB and OpenSearch are those of the
 * environment, or are started.
 *
 * @throws Error with a sentence when a port is taken, or something of it does not start
 */
export async function startOffline({ ports, directory, environment, show }: OfflineOptions): Promise<Offline> {
  await refuseTakenPorts(ports);
  const log = createLog(show);
  const stopping = new AbortController();
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    stopping.abort();
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    // Apart from those that are uploaded, and from those of others that run beside this one.
    const bundles = `dist/offline/${ports.http}`;
    ends.push(() => rm(new URL(bundles, ROOT), { recursive: true, force: true }));
    await bundleFunctions(new URL(`${bundles}/`, ROOT));
    const search = await startOpenSearch({ environment });
    ends.push(search.stop);
    const dynamo = await startDynamoDb({ environment });
    ends.push(dynamo.stop);
    const dynamoDb = createDynamoDb({
      endpoint: dynamo.endpoint,
      region: REGION,
      credentials: async () => KEYS,
      fetch,
    });
    const names = tableNames(tablePrefix(OFFLINE));
    await createTables(dynamoDb, names);
    const url = `http://127.0.0.1:${ports.http}/`;
    const framework = startFramework(
      ports,
      {
        ...environment,
        ...(await secretsOf(resolve(directory))),
        AWS_REGION: REGION,
        AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
        BUNDLES: bundles,
        SECRETS: 'environment',
        SEARCH_ENDPOINT: search.endpoint,
        AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
        SVC_LOOPBACK: environment['SVC_LOOPBACK'] || `${url}api/`,
        WS_ENDPOINT: `http://127.0.0.1:${ports.webSocket}`,
      },
      log.write,
    );
    ends.push(framework.stop);
    const ended = Promise.race([framework.ended, dynamo.crashed, search.crashed]);
    await Promise.race([untilAnswers(`${url}api/ping`), ended.then((words) => Promise.reject(new Error(words)))]);
    const invoke = (name: string, event: unknown, timeoutMs = INVOCATION_TIMEOUT_MS): Promise<unknown> => {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]);
      return invokeFunction(ports.lambda, name, event, signal);
    };
    for (const [name, timeoutMs] of Object.entries(STREAM_TIMEOUTS_MS)) {
      ends.push(
        pollStream({
          dynamoDb,
          table: names.changes,
          invoke: (event) => invoke(name, event, timeoutMs),
          report: (error) => {
            if (!stopping.signal.aborted) log.write(`The function ${name}: ${String(error)}\n`);
          },
        }),
      );
    }
    return { url, webSocket: `ws://127.0.0.1:${ports.webSocket}`, invoke, output: log.text, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function refuseTakenPorts(ports: FrameworkPorts): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    if (await isFree(port)) continue;
    throw new Error(`Port ${port} is in use: name another with ${PORT_VARIABLES[name as keyof FrameworkPorts]}.`);
  }
}

function createLog(show: (text: string) => void = () => undefined) {
  let written = '';
  return {
    text: () => written,
    write(text: string): void {
      written = (written + text).slice(-MAX_OUTPUT_LENGTH);
      show(text);
    },
  };
}
