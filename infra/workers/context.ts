import { createServerContext, type ServerContext } from '../../functions/context.ts';
import { createMemoryBudget } from '../../shared/base/concurrency/memory-budget.ts';
import { loadAddressTools } from '../../shared/base/config/address-tools.ts';
import { type Config, type Platform, toConfig } from '../../shared/base/config/config.ts';
import { ConfigurationError } from '../../shared/base/config/formats.ts';
import { readEnv } from '../../shared/base/config/read-env.ts';
import type { SearchClusterConfig } from '../../shared/base/config/search-cluster.ts';
import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import { warnOfTrustedProxies } from '../../shared/base/network/client-address.ts';
import { createJsonLines } from '../../shared/base/telemetry/json-lines.ts';
import { adminPublicKey } from '../../shared/people/identity/admin-credentials.ts';
import { serverSecret } from '../../shared/people/identity/server-secrets.ts';
import { afterSignIn } from '../../shared/people/sign-on/after-sign-in.ts';
import { openMode } from '../../shared/people/sign-on/open-mode.ts';
import { createCalculator } from '../../shared/profiles/engine/calculator.ts';
import { NO_STAGES } from '../../shared/profiles/engine/stages/operator-stages.ts';
import { createProfiles, profileKeys, stageFaultLog } from '../../shared/profiles/service/profiles.ts';
import type { Context } from '../../shared/repository/context.ts';
import { createCoreContext } from '../../shared/repository/core-context.ts';
import type { ComparingEmbedder } from '../../shared/repository/models/similarity.ts';
import type { Bell } from '../../shared/repository/notifications/bell.ts';
import { createFreshForwarding } from '../../shared/repository/objects/load-forwarding.ts';
import { storeParts } from '../../shared/repository/objects/store-parts.ts';
import { createEnvironmentSecrets } from '../../shared/repository/secrets/secret-store.ts';
import { createServerKeys } from '../../shared/repository/secrets/server-keys.ts';
import { createLazyStores } from '../../shared/stores/lazy-stores.ts';
import { createFailover } from '../../shared/stores/opensearch/engine/failover.ts';
import { createFetchTransport } from '../../shared/stores/opensearch/engine/transport.ts';
import { type OpenSearchStore, openOpenSearchSessions } from '../../shared/stores/opensearch/open.ts';
import { createObjectBell } from './durable-object.ts';
import { openEmbedder } from './embedder.ts';
import { workerSend } from './outbound-send.ts';
import type { DurableObjectNamespace, WorkerEnvironment } from './runtime.ts';

/**
 * State shared by the requests of an isolate: values, never promises. The runtime stops the work of a request when the request ends,
 * so other requests that wait for it would wait forever.
 */
export type Isolate = {
  readonly config: Config;
  readonly bell: Bell;
  /** The embedding model; null: none is configured. */
  readonly embedder: ComparingEmbedder | null;
  /** Creates the context of one request, or one tick of the schedules. */
  context(): Promise<ServerContext>;
  /** Reads the forwarding table of a context again if it is older; see `createFreshForwarding`. */
  refreshForwarding(ctx: Pick<Context, 'store'>, ageMs?: number): Promise<void>;
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
    throw new ConfigurationError('SEARCH_ENDPOINT is not set: a worker stores its objects on an OpenSearch cluster.');
  }
  if (searchCluster.aws !== null || searchCluster.caFile !== null) {
    throw new ConfigurationError('Workers do not support SEARCH_AWS_REGION and SEARCH_CA_FILE: use other credentials.');
  }
  return { ...config, searchCluster };
}

/**
 * Creates the state that requests share: configuration and keys. The first request that uses the store opens it. Signed requests
 * are verified once the forwarding table is loaded, which is part of opening the store.
 *
 * @param version version of the package
 * @param log writes a line
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
  await serverSecret(secrets); // fails without it, and the isolate returns 503
  const embedder = openEmbedder(config.embedding);
  const bell = createObjectBell(rungBy(environment, config), logger);
  const signOn = await openMode(config, {
    secrets,
    logger,
    now,
    userFiles: null,
    openSend: async () => workerSend,
  });
  const shared = {
    config,
    logger,
    now,
    readKey,
    keys: createServerKeys(secrets),
    changes: bell,
    adminPublicKeys: [await adminPublicKey(secrets)],
    ...(signOn !== null && { signOn }),
  };
  const calculator = createCalculator(NO_STAGES, stageFaultLog(logger));
  let connect: (() => OpenSearchStore) | null = null;
  let cached: Cached | null = null;

  async function open(freshen: Cached['freshen']): Promise<OpenSearchStore> {
    connect ??= await openWorkerSessions(config, embedder !== null, { logger, now, readKey });
    const store = connect();
    await freshen(store.objects);
    return store;
  }

  return {
    config,
    bell,
    embedder,
    refreshForwarding: async ({ store }, ageMs) => cached?.freshen(store, ageMs),
    async context() {
      const stores = createLazyStores(() => open(freshen), logger, embedder !== null);
      const { keyValues, objects: store, opened } = stores;
      const parts = { ...shared, store, keyValues, memory: createMemoryBudget(config.memoryBudget) };
      const profiles = createProfiles(parts, keys, calculator);
      const core = createCoreContext({ ...parts, observers: [profiles.observer] });
      cached ??= { sheets: core.sheets, forwarding: core.forwarding, freshen: createFreshForwarding(core) };
      const { sheets, forwarding, freshen } = cached;
      return {
        ...(await createServerContext({ ...core, forwarding }, secrets, { profiles })),
        sheets: {
          async verify(sources) {
            await opened();
            return sheets.verify(sources);
          },
        },
        signOn: core.signOn && afterSignIn(core.signOn, opened),
      };
    },
  };
}

/** The classes whose objects deliver changes. */
function rungBy(
  { NOTIFICATIONS: notifications, WEBHOOKS: webhooks }: WorkerEnvironment,
  { disabledAdapters }: Config,
): readonly DurableObjectNamespace[] {
  return webhooks === undefined || disabledAdapters.includes('webhooks') ? [notifications] : [notifications, webhooks];
}

/** The bindings that are strings: settings and secrets. */
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
  vectors: boolean,
  parts: Pick<Context, 'logger' | 'now' | 'readKey'>,
): Promise<() => OpenSearchStore> {
  return openOpenSearchSessions({
    ...searchCluster,
    ...storeParts(parts),
    vectors,
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
