import { createServerContext, type ServerContext } from '../../functions/context.ts';
import { createMemoryBudget } from '../../shared/base/concurrency/memory-budget.ts';
import type { Config } from '../../shared/base/config/config.ts';
import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import { warnOfTrustedProxies } from '../../shared/base/network/client-address.ts';
import { replicationKeys } from '../../shared/exchange/replication/keys.ts';
import { adminPublicKey } from '../../shared/people/identity/admin-credentials.ts';
import { createHashing } from '../../shared/people/identity/password.ts';
import { openMode } from '../../shared/people/sign-on/open-mode.ts';
import type { OperatorStages } from '../../shared/profiles/engine/stages/operator-stages.ts';
import { createProfiles, profileKeys } from '../../shared/profiles/service/profiles.ts';
import { createCoreContext } from '../../shared/repository/core-context.ts';
import { createFeedReader, type FeedReader } from '../../shared/repository/notifications/feed-reader.ts';
import { frameworkMembers } from '../../shared/repository/notifications/framework-members.ts';
import { createNotifications, type Notifications } from '../../shared/repository/notifications/notifications.ts';
import { followForwarding, loadForwarding } from '../../shared/repository/objects/load-forwarding.ts';
import type { SecretStore } from '../../shared/repository/secrets/secret-store.ts';
import { createServerKeys } from '../../shared/repository/secrets/server-keys.ts';
import { type Alerts, createAlerts } from './alerts.ts';
import type { TransportFactory } from './http-transport.ts';
import { openLargeObjects } from './large-objects.ts';
import { createLogger, type NodeLogger } from './log/logger.ts';
import { openLogSigner } from './log/signer.ts';
import { openStores } from './open-stores.ts';
import { openProfileCalculator } from './profile-workers.ts';
import { createRsaVerification } from './rsa-verification.ts';
import { createSecretDirectory } from './secret-directory.ts';
import { openSecrets } from './secrets.ts';
import type { Instruments, QueueName } from './telemetry/instruments.ts';
import { measuredLimiter, measuredMemory, measuredParts, measuredStores } from './telemetry/measured.ts';

/** Everything that the Node server needs. */
export type NodeContext = ServerContext & {
  /** Serves the subscribers connected to this process; its writes are published here. */
  readonly notifications: Notifications;
  /** The changes of all instances, in their order. */
  readonly feed: Pick<FeedReader, 'subscribeFrom'>;
};

/** A context with its lifecycle. */
export type OpenContext = {
  readonly ctx: NodeContext;
  /**
   * Follows other instances' writes until it is closed: keys that they forward take effect here within five NOTIFY_POLL intervals. For
   * long-running processes.
   */
  readonly follow: () => void;
  /** Releases the resources of the context. */
  readonly close: () => Promise<void>;
};

/** The parts of a process before its stores are open: secrets, log, mail to its operator. */
export type ProcessServices = {
  readonly secrets: SecretStore;
  readonly logger: NodeLogger;
  readonly alerts: Alerts;
};

/** Parts that a program adds to a context. */
type ContextOptions = {
  /** Open services; if absent, they are opened. */
  readonly services?: ProcessServices;
  /** Instruments that measure the process; absent: nothing is measured. */
  readonly instruments?: Instruments | null;
  /** Stages of profiles that are built into the program, instead of those in PROFILE_STAGES_DIRECTORY. */
  readonly stages?: OperatorStages;
};

/** Polls of the change feed per refresh of the forwarding table, which is polled even without subscribers. */
const FORWARDING_POLLS = 5;

/**
 * Opens the parts of a process that its stores need.
 *
 * @param environment may contain keys, which take precedence over files
 */
export async function openProcessServices(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ProcessServices> {
  const secrets = openSecrets(config, environment);
  const alerts = createAlerts(config, { warn: (...words) => logger.warn(...words) });
  const logger = createLogger(
    config,
    await openLogSigner(secrets),
    (text) => void alerts.raise('Logging Failure', text),
  );
  return { secrets, logger, alerts };
}

/**
 * Creates the context of a process: opens the store, creates or reads the server's keys, and loads the forwarding table.
 *
 * @param environment where keys may come from instead of files
 * @param createTransport makes the transport to an OpenSearch cluster: functions have another one than the server
 */
export async function createContext(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  createTransport: TransportFactory,
  options: ContextOptions = {},
): Promise<OpenContext> {
  const now = (): number => Date.now();
  const { stages, instruments = null } = options;
  const { secrets, logger } = options.services ?? (await openProcessServices(config, environment));
  const waitingFor = (queue: QueueName) => (change: 1 | -1) => instruments?.onWaiting(queue, change);
  warnOfTrustedProxies(config, logger);
  const serverKeys = createServerKeys(secrets);
  const [admin, keys] = await Promise.all([adminPublicKey(secrets), profileKeys(secrets, config)]); // may generate two keys
  if (config.replication !== null) await replicationKeys({ config, keys: serverKeys }); // start-up fails if the key is unusable
  const signOn = await openMode(config, {
    secrets,
    logger,
    now,
    openSend: async () => (await import('./outbound-send.ts')).createOutboundSend(),
    userFiles: createSecretDirectory({ directory: `${config.keyDirectory}/users`, env: {}, cached: false }),
  });
  const { calculator, close: endCalculator } = await openProfileCalculator(
    config.profiles,
    logger,
    stages,
    waitingFor('profiles'),
  );
  const readKey = createKeyRing();
  const {
    large,
    copyLarge,
    close: endLarge,
  } = openLargeObjects(
    (error) => logger.error('SYSTEM', 'A thread that works on large objects failed', { error: String(error) }),
    waitingFor('large-objects'),
  );
  const opened = await openStores(
    config,
    { logger, now, readKey, large, copyLarge, onWaiting: waitingFor('searches') },
    createTransport,
  );
  const store = instruments === null ? opened : measuredStores(instruments, opened);
  const budget = createMemoryBudget(config.memoryBudget);
  const memory = instruments === null ? budget : measuredMemory(instruments, budget);
  const parts = { config, logger, now, store: store.objects, keyValues: store.keyValues, readKey, large, memory };
  const profiles = createProfiles(parts, keys, calculator);
  const report = (error: unknown): void =>
    logger.warn('DATA', 'Changes of other instances cannot be read; will retry', { error: String(error) });
  const feed = createFeedReader({ store: store.objects, pollIntervalMs: config.notifyPoll, report });
  const notifications = createNotifications({
    store: store.objects,
    feed,
    notifyHidden: config.notifyHidden,
    frameworkMembers: (id) => frameworkMembers(parts, id),
    now,
    report: (error) =>
      logger.warn('NETWORK', 'Changes could not be delivered to subscribers', { error: String(error) }),
  });
  const hashing = createHashing();
  const core = createCoreContext({
    ...parts,
    keys: serverKeys,
    observers: [profiles.observer],
    adminPublicKeys: [admin],
    changes: notifications,
    verifyRsa: createRsaVerification(),
    ...(signOn !== null && { signOn }),
  });
  const plain: NodeContext = {
    ...(await createServerContext(core, secrets, {
      profiles,
      hashing: instruments === null ? hashing : measuredLimiter(instruments, 'passwords', hashing),
    })),
    notifications,
    feed,
  };
  const ctx = instruments === null ? plain : { ...plain, ...measuredParts(instruments, plain) };
  await loadForwarding(ctx).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  let unfollow = (): void => {};
  return {
    ctx,
    follow() {
      unfollow();
      unfollow = followForwarding(ctx, { interval: FORWARDING_POLLS * config.notifyPoll, report });
    },
    async close() {
      unfollow();
      feed.close();
      await endCalculator();
      await store.close();
      await endLarge();
    },
  };
}
