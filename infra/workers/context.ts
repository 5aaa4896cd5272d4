import type { ServerContext } from '../../functions/context.ts';
import { createMcpParts } from '../../functions/mcp/context.ts';
import { createOperations } from '../../shared/admin/operations.ts';
import { createBadgeParts } from '../../shared/badges/context.ts';
import { loadAddressTools } from '../../shared/config/address-tools.ts';
import { type Config, type Platform, toConfig } from '../../shared/config/config.ts';
import { ConfigurationError } from '../../shared/config/formats.ts';
import { readEnv } from '../../shared/config/read-env.ts';
import type { SearchClusterConfig } from '../../shared/config/search-cluster.ts';
import type { Context } from '../../shared/context.ts';
import { createCoreContext } from '../../shared/core-context.ts';
import { createKeyRing } from '../../shared/crypto/public-key.ts';
import { createAdapterKeys } from '../../shared/frameworks/context.ts';
import { adminPublicKey, createAdminSecretCheck } from '../../shared/identity/admin-credentials.ts';
import { createIdentities } from '../../shared/identity/identities.ts';
import { serverSecret } from '../../shared/identity/server-secrets.ts';
import { createMemoryBudget } from '../../shared/memory-budget.ts';
import { warnOfTrustedProxies } from '../../shared/network/client-address.ts';
import { createFreshForwarding } from '../../shared/objects/load-forwarding.ts';
import { storeParts } from '../../shared/objects/store-parts.ts';
import { createCalculator } from '../../shared/profile-engine/calculator.ts';
import { NO_STAGES } from '../../shared/profile-engine/stages/operator-stages.ts';
import { createProfiles, profileKeys, stageFaultLog } from '../../shared/profiles/service/profiles.ts';
import { createReplicationParts } from '../../shared/replication/context.ts';
import { afterSignIn } from '../../shared/sign-on/after-sign-in.ts';
import { openMode } from '../../shared/sign-on/open-mode.ts';
import { createLazyStores } from '../../shared/store/lazy-stores.ts';
import { createFailover } from '../../shared/store/opensearch/engine/failover.ts';
import { createFetchTransport } from '../../shared/store/opensearch/engine/transport.ts';
import { type OpenSearchStore, openOpenSearchSessions } from '../../shared/store/opensearch/open.ts';
import { createEnvironmentSecrets } from '../../shared/store/secret-store.ts';
import { createJsonLines } from '../../shared/telemetry/json-lines.ts';
import { createXapiParts } from '../../shared/xapi/context.ts';
import { createRemoteFeed, type RemoteFeed } from './feed.ts';
import { workerSend } from './outbound-send.ts';
import type { WorkerEnvironment } from './runtime.ts';

/**
 * State shared by the requests of an isolate: values, never a promise. The runtime stops the work of a request when it ends, and
 * other requests that wait for it would wait forever.
 */
export type Isolate = {
  readonly config: Config;
  /** Publishes changes to the subscribers. */
  readonly feed: RemoteFeed;
  /** Creates the context of one request, or one tick of the schedules. */
  context(): Promise<ServerContext>;
};

/** State that the first request creates for later ones. */
type Cached = Pick<ServerContext, 'sheets' | 'forwarding'> & {
  readonly freshen: ReturnType<typeof createFreshForwarding>;
};

type WorkerConfig = Config & { readonly searchCluster: SearchClusterConfig };

/** Limits of Cloudflare Workers: an isolate has 128 MB, so a body that it parses beside other requests must be smaller. */
const WORKERS: Platform = {
  maxRequestBody: 10_000_000,
  maxRequestMs: null,
  memory: 128_000_000,
  secrets: 'environment',
  fetchesAnyPublic: false,
};

/** The configuration of a worker. @throws ConfigurationError also for settings that a worker cannot support */
async function workerConfig(environment: WorkerEnvironment, version: string): Promise<WorkerConfig> {
  const settings = readEnv(textsOf(environment));
  const config = toConfig(settings, version, WORKERS, await loadAddressTools(settings));
  const { searchCluster } = config;
  if (searchCluster === null) {
    throw new ConfigurationError('SEARCH_ENDPOINT is not set: a worker keeps its objects on an OpenSearch cluster.');
  }
  if (searchCluster.aws !== null || searchCluster.caFile !== null) {
    throw new ConfigurationError('SEARCH_AWS_REGION and SEARCH_CA_FILE are not for workers: use other credentials.');
  }
  return { ...config, searchCluster };
}

/**
 * Creates what requests share: configuration and keys. The first request that uses the store opens it. Signed requests are
 * verified once the forwarding table is loaded, which is part of opening the store.
 *
 * @param version of the package
 * @param log takes a line
 * @throws ConfigurationError, or Error when a secret is missing
 */
export async function createIsolate(
  environment: WorkerEnvironment,
  version: string,
  log: (line: string) => void,
): Promise<Isolate> {
  const config = await workerConfig(environment, version);
  const logger = createJsonLines(config.logLevel, log, { filter: config.logFilter });
  warnOfTrustedProxies(config, logger);
  const now = (): number => Date.now();
  const readKey = createKeyRing();
  const secrets = createEnvironmentSecrets(textsOf(environment));
  const keys = await profileKeys(secrets, config);
  const adapterKey = createAdapterKeys(secrets);
  const isAdminSecret = createAdminSecretCheck(await serverSecret(secrets));
  const feed = createRemoteFeed(environment.NOTIFICATIONS, logger);
  const signOn = await openMode(config, {
    ...{ secrets, logger, now, userFiles: null },
    openSend: async () => workerSend,
  });
  const shared = {
    ...{ config, logger, now, readKey },
    changes: feed,
    adminPublicKeys: [await adminPublicKey(secrets)],
    ...(signOn !== null && { signOn }),
  };
  const calculator = createCalculator(NO_STAGES, stageFaultLog(logger));
  let connect: (() => OpenSearchStore) | null = null;
  let cached: Cached | null = null;

  async function open(freshen: Cached['freshen']): Promise<OpenSearchStore> {
    connect ??= await openWorkerSessions(config, { logger, now, readKey });
    const store = connect();
    await freshen(store.objects);
    return store;
  }

  return {
    config,
    feed,
    async context() {
      const stores = createLazyStores(() => open(freshen), logger);
      const { keyValues, objects: store, opened } = stores;
      const parts = { ...shared, store, keyValues, memory: createMemoryBudget(config.memoryBudget) };
      const profiles = createProfiles(parts, keys, calculator);
      const core = createCoreContext({ ...parts, observers: [profiles.observer] });
      cached ??= { sheets: core.sheets, forwarding: core.forwarding, freshen: createFreshForwarding(core) };
      const { sheets, forwarding, freshen } = cached;
      return {
        ...{
          ...core,
          ...createXapiParts({ ...core, forwarding }, secrets),
          ...createBadgeParts(config, secrets),
          ...createMcpParts(secrets),
          ...createReplicationParts(config, secrets),
          forwarding,
          profiles,
          isAdminSecret,
        },
        sheets: {
          async verify(sources) {
            await opened();
            return sheets.verify(sources);
          },
        },
        signOn: core.signOn && afterSignIn(core.signOn, opened),
        identities: await createIdentities({ keyValues, secrets, now }),
        operations: createOperations({ keyValues, now, logger }),
        adapterKey,
      };
    },
  };
}

/** The bindings that are texts: settings and secrets. */
function textsOf(environment: WorkerEnvironment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).filter((binding): binding is [string, string] => typeof binding[1] === 'string'),
  );
}

/**
 * Returns a function that opens the stores of one request. The schedule, not a request, completes what killed processes left
 * unfinished.
 *
 * @throws Error with one sentence when the cluster cannot be used now
 */
async function openWorkerSessions(
  { searchCluster, memoryBudget }: Pick<WorkerConfig, 'searchCluster' | 'memoryBudget'>,
  parts: Pick<Context, 'logger' | 'now' | 'readKey'>,
): Promise<() => OpenSearchStore> {
  return openOpenSearchSessions({
    ...searchCluster,
    ...storeParts(parts),
    transport: createFailover(
      searchCluster.endpoints.map((endpoint) =>
        createFetchTransport({
          endpoint,
          authorization: searchCluster.authorization,
        }),
      ),
    ),
    cacheBytes: memoryBudget / 2,
    startTimeoutMs: 0,
  });
}
