import { loadAddressTools } from '../../../shared/base/config/address-tools.ts';
import { type Config, toConfig } from '../../../shared/base/config/config.ts';
import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import { readEnv } from '../../../shared/base/config/read-env.ts';
import { createKeyRing } from '../../../shared/base/crypto/public-key.ts';
import { warnOfTrustedProxies } from '../../../shared/base/network/client-address.ts';
import { createJsonLines } from '../../../shared/base/telemetry/json-lines.ts';
import { adminPublicKey } from '../../../shared/people/identity/admin-credentials.ts';
import { afterSignIn } from '../../../shared/people/sign-on/after-sign-in.ts';
import type { openMode } from '../../../shared/people/sign-on/open-mode.ts';
import { createProfileInvalidation } from '../../../shared/profiles/cache/invalidation.ts';
import type { Context } from '../../../shared/repository/context.ts';
import { createCoreContext } from '../../../shared/repository/core-context.ts';
import type { Bell } from '../../../shared/repository/notifications/bell.ts';
import { createFreshForwarding } from '../../../shared/repository/objects/load-forwarding.ts';
import { storeParts } from '../../../shared/repository/objects/store-parts.ts';
import { createEnvironmentSecrets, type SecretStore } from '../../../shared/repository/secrets/secret-store.ts';
import { createServerKeys } from '../../../shared/repository/secrets/server-keys.ts';
import { createSharedSecrets } from '../../../shared/stores/aws-secrets/secret-store.ts';
import { createLazyStores } from '../../../shared/stores/lazy-stores.ts';
import { type OpenSearchStore, openOpenSearchStore } from '../../../shared/stores/opensearch/open.ts';
import { createCredentialProvider } from '../../node/aws-credentials.ts';
import { type Tables as NodeTables, openTables } from '../../node/dynamodb-tables.ts';
import { createHttpTransport } from '../../node/http-transport.ts';
import { createNodeFetch } from '../../node/node-request.ts';
import { createRsaVerification } from '../../node/rsa-verification.ts';
import { searchTransport } from '../../node/search-transport.ts';
import { createDynamoBell } from '../notifications/bell.ts';
import { LAMBDA } from './platform.ts';
import { unlessAborted } from './request-timeout.ts';

/** The DynamoDB data of a deployment, with the bell of the notification channel. */
export type FunctionTables = NodeTables & { readonly bell: Bell };

/** The common parts of all groups' functions. */
type FunctionContext = {
  readonly ctx: Context;
  readonly secrets: SecretStore;
  /** Sends calls to AWS. */
  readonly send: typeof globalThis.fetch;
  /** Null without DYNAMODB_PREFIX. */
  readonly tables: FunctionTables | null;
  /** Reads the forwarding table again if it is older; see `createFreshForwarding`. */
  readonly refreshForwarding: (age?: number) => Promise<void>;
};

type FunctionOptions = {
  /** Once aborted, the process makes no further calls. */
  readonly signal?: AbortSignal;
  /** Opens the authentication mode; absent in functions that serve no requests. */
  readonly openMode?: typeof openMode;
};

/**
 * Creates the context of a function: reads configuration and keys immediately, and opens the store at its first use. The forwarding
 * table is loaded with the store, and refreshed for signed requests.
 *
 * @throws ConfigurationError, or Error when a secret cannot be read
 */
export async function createFunctionContext(
  environment: Readonly<Record<string, string | undefined>>,
  { signal, openMode }: FunctionOptions = {},
): Promise<FunctionContext> {
  const settings = readEnv(environment);
  const config = toConfig(settings, '0', LAMBDA, await loadAddressTools(settings));
  const logger = createJsonLines(config.logLevel, (line) => process.stdout.write(`${line}\n`), {
    filter: config.logFilter,
  });
  warnOfTrustedProxies(config, logger);
  const now = (): number => Date.now();
  const readKey = createKeyRing();
  const send: typeof globalThis.fetch = unlessAborted(signal, createNodeFetch());
  const secrets = openSecrets(config, environment, send);
  const tables = openFunctionTables(config, send, { now, logger });
  const stores = createLazyStores(
    async () => {
      const opened = await openFunctionStores(config, { logger, now, readKey }, signal);
      await freshen(opened.objects);
      return opened;
    },
    logger,
    config.embedding.server !== null,
  );
  const parts = {
    config,
    logger,
    now,
    readKey,
    store: stores.objects,
    keyValues: tables?.keyValues ?? stores.keyValues,
    keys: createServerKeys(secrets),
  };
  const mode = await openMode?.(config, {
    secrets,
    logger,
    now,
    userFiles: null,
    openSend: async () => unlessAborted(signal, (await import('../../node/outbound-send.ts')).createOutboundSend()),
  });
  const core = createCoreContext({
    ...parts,
    ...(mode && { signOn: mode }),
    ...(tables !== null && { changes: tables.bell }),
    verifyRsa: createRsaVerification(),
    observers: [createProfileInvalidation(parts)],
    adminPublicKeys: [await adminPublicKey(secrets)],
  });
  const freshen = createFreshForwarding(core);
  const refreshForwarding = async (age?: number): Promise<void> => freshen((await stores.opened()).objects, age);
  const sheets: Context['sheets'] = {
    async verify(sources) {
      await refreshForwarding();
      return core.sheets.verify(sources);
    },
  };
  const signOn = core.signOn && afterSignIn(core.signOn, refreshForwarding);
  return { ctx: { ...core, sheets, signOn }, secrets, send, tables, refreshForwarding };
}

function openFunctionTables(
  config: Config,
  send: typeof globalThis.fetch,
  parts: Pick<Context, 'now' | 'logger'>,
): FunctionTables | null {
  const tables = openTables(config, send, parts);
  if (tables === null) return null;
  const { dynamoDb, names } = tables;
  return { ...tables, bell: createDynamoBell({ dynamoDb, table: names.changes, logger: parts.logger }) };
}

/** Opens the secrets: in the environment unless SECRETS names a service, since a function has no lasting directory. */
function openSecrets(
  { secrets }: Config,
  environment: Readonly<Record<string, string | undefined>>,
  send: typeof globalThis.fetch,
): SecretStore {
  if (secrets.kind === 'directory' || secrets.kind === 'environment') return createEnvironmentSecrets(environment);
  return createSharedSecrets(secrets, environment, {
    credentials: createCredentialProvider(secrets.service.credentials, { fetch: send }),
    fetch: send,
  });
}

/**
 * Opens the stores of a function. The scheduled tick, not a request, completes the interrupted writes of killed processes.
 *
 * @param signal once aborted, no further calls are sent to the cluster
 * @throws ConfigurationError without a cluster, and Error with one sentence when the cluster cannot be used now
 */
async function openFunctionStores(
  { searchCluster, memoryBudget, embedding }: Pick<Config, 'searchCluster' | 'memoryBudget' | 'embedding'>,
  parts: Pick<Context, 'logger' | 'now' | 'readKey'>,
  signal?: AbortSignal,
): Promise<OpenSearchStore> {
  if (searchCluster === null) {
    throw new ConfigurationError('SEARCH_ENDPOINT is not set: functions keep their objects on an OpenSearch cluster.');
  }
  const transport = await searchTransport(searchCluster, createHttpTransport);
  return openOpenSearchStore({
    ...searchCluster,
    ...storeParts(parts),
    transport: { request: unlessAborted(signal, (request) => transport.request(request)) },
    cacheBytes: memoryBudget / 2,
    startTimeoutMs: 0,
    upkeep: false,
    vectors: embedding.server !== null,
  });
}
