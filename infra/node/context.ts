import { adminPublicKey } from '../../shared/admin/admin-key.ts';
import { createAdminSecretCheck } from '../../shared/admin/admin-secret.ts';
import { createOperations } from '../../shared/admin/operations.ts';
import type { Config } from '../../shared/config/config.ts';
import type { ServerContext } from '../../shared/context.ts';
import { createCoreContext } from '../../shared/core-context.ts';
import { createKeyRing } from '../../shared/crypto/key-ring.ts';
import { createHashing } from '../../shared/identity/hashing.ts';
import { createIdentities } from '../../shared/identity/identities.ts';
import { serverSecret } from '../../shared/identity/server-secret.ts';
import { createChangeTail } from '../../shared/notifications/change-tail.ts';
import { frameworkMembers } from '../../shared/notifications/framework-members.ts';
import { createNotifications, type Notifications } from '../../shared/notifications/notifications.ts';
import { followForwarding } from '../../shared/objects/follow-forwarding.ts';
import { loadForwarding } from '../../shared/objects/load-forwarding.ts';
import { profileKeys } from '../../shared/profiles/service/profile-keys.ts';
import { createProfiles } from '../../shared/profiles/service/profiles.ts';
import type { OperatorStages } from '../../shared/profiles/stages/operator-stages.ts';
import { openLargeObjects } from './large-objects.ts';
import { createLogger } from './logger.ts';
import { openProfileCalculator } from './profile-calculator.ts';
import type { TransportFactory } from './search-transport.ts';
import { openSecrets } from './secrets.ts';
import { openStores } from './store.ts';

/** Everything that the Node server needs. */
export type NodeContext = ServerContext & {
  /** For listeners who connect to this process; its writes are published to it. */
  readonly notifications: Notifications;
};

/** A context, and what is done with it. */
export type OpenContext = {
  readonly ctx: NodeContext;
  /**
   * Follows what other instances write, until it is closed: keys that they forward count here within five times NOTIFY_POLL. For
   * processes that run on between two requests.
   */
  readonly follow: () => void;
  /** Lets go of it. */
  readonly close: () => Promise<void>;
};

/** The forwarding table is brought up to date more seldom than listeners are told: these looks never rest. */
const FORWARDING_POLLS = 5;

/**
 * Builds everything that operations need on Node: opens the store, makes or reads the server's keys, and learns
 * which keys were forwarded.
 *
 * @param environment where keys may come from instead of files
 * @param createTransport makes the transport to an OpenSearch cluster: functions have another one than the server
 * @param stages of profiles that are built into this program, in place of those in PROFILE_STAGES_DIRECTORY
 */
export async function createContext(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  createTransport: TransportFactory,
  stages?: OperatorStages,
): Promise<OpenContext> {
  const logger = createLogger(config.logLevel);
  const now = (): number => Date.now();
  const secrets = openSecrets(config, environment);
  const admin = await adminPublicKey(secrets);
  const keysOfProfiles = await profileKeys(secrets, config);
  const { calculator, close: endCalculator } = await openProfileCalculator(config.profiles, logger, stages);
  const readKey = createKeyRing();
  const { large, close: endLarge } = openLargeObjects((error) =>
    logger.error('SYSTEM', 'A thread that works on large objects failed', { error: String(error) }),
  );
  const store = await openStores(config, { logger, now, readKey, large }, createTransport);
  const parts = { config, logger, now, store: store.objects, keyValues: store.keyValues, readKey, large };
  const profiles = createProfiles(parts, keysOfProfiles, calculator);
  const report = (error: unknown): void =>
    logger.warn('DATA', 'What others wrote cannot be read for now', { error: String(error) });
  const tail = createChangeTail({ store: store.objects, interval: config.notifyPoll, report });
  const notifications = createNotifications({
    ...{ store: store.objects, tail },
    notifyHidden: config.notifyHidden,
    frameworkMembers: (id) => frameworkMembers(parts, id),
    now,
    report: (error) => logger.warn('NETWORK', 'Listeners could not be told of changes', { error: String(error) }),
  });
  const ctx: NodeContext = {
    ...createCoreContext({ ...parts, profiles, adminPublicKeys: [admin], changes: notifications }),
    notifications,
    profiles,
    identities: await createIdentities({ keyValues: store.keyValues, secrets, now, hashing: createHashing() }),
    isAdminSecret: createAdminSecretCheck(await serverSecret(secrets)),
    operations: createOperations({ keyValues: store.keyValues, now, logger }),
  };
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
      tail.close();
      await endCalculator();
      await store.close();
      await endLarge();
    },
  };
}
