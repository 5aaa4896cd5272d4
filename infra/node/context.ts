import { createForwarding } from '../../shared/access/forwarding.ts';
import { createSheetVerifier } from '../../shared/access/signature-sheet.ts';
import { createAdminSecretCheck } from '../../shared/admin/admin-secret.ts';
import { createOperations } from '../../shared/admin/operations.ts';
import type { Config } from '../../shared/config/config.ts';
import type { Context } from '../../shared/context.ts';
import { createKeyRing } from '../../shared/crypto/key-ring.ts';
import { createIdentities } from '../../shared/identity/identities.ts';
import { serverSecret } from '../../shared/identity/server-secret.ts';
import { createChangeFeed } from '../../shared/notifications/change-feed.ts';
import { loadForwarding } from '../../shared/objects/load-forwarding.ts';
import { createTurns } from '../../shared/objects/turns.ts';
import { profileKeys } from '../../shared/profiles/service/profile-keys.ts';
import { createProfiles } from '../../shared/profiles/service/profiles.ts';
import type { OperatorStages } from '../../shared/profiles/stages/operator-stages.ts';
import { adminPublicKey } from './admin-key.ts';
import { createLogger } from './logger.ts';
import { openProfileCalculator } from './profile-calculator.ts';
import { createSecretDirectory } from './secret-directory.ts';
import { openStores } from './store.ts';

/**
 * Builds everything that operations need on Node: opens the store, makes or reads the server's keys, and learns
 * which keys were forwarded.
 *
 * @param environment where keys may come from instead of files
 * @param stages of profiles that are built into this program, in place of those in PROFILE_STAGES_DIRECTORY
 * @returns the context and what lets go of it
 */
export async function createContext(
  config: Config,
  environment: Readonly<Record<string, string | undefined>>,
  stages?: OperatorStages,
): Promise<{ ctx: Context; close: () => Promise<void> }> {
  const logger = createLogger(config.logLevel);
  const now = (): number => Date.now();
  const secrets = createSecretDirectory({ directory: config.keyDirectory, env: environment });
  const admin = await adminPublicKey(secrets);
  const keysOfProfiles = await profileKeys(secrets, config);
  const { calculator, close: endCalculator } = await openProfileCalculator(config.profiles, logger, stages);
  const readKey = createKeyRing();
  const store = await openStores(config, { logger, now, readKey });
  const parts = { config, logger, now, store: store.objects, keyValues: store.keyValues, readKey };
  const ctx: Context = {
    ...parts,
    profiles: await createProfiles(parts, keysOfProfiles, calculator),
    identities: await createIdentities({ keyValues: store.keyValues, secrets, now }),
    sheets: createSheetVerifier({
      ...config.sheets,
      bases: config.bases,
      adminKeys: [readKey(admin).id],
      now,
      warn: ({ message, ...fields }) => logger.warn('AUTH', message, fields),
    }),
    forwarding: createForwarding({ readKey, logger }),
    changes: createChangeFeed((error) =>
      logger.error('SYSTEM', 'A listener of changes failed', { error: String(error) }),
    ),
    turns: createTurns(),
    adminPublicKeys: [admin],
    isAdminSecret: createAdminSecretCheck(await serverSecret(secrets)),
    operations: createOperations({ keyValues: store.keyValues, now, logger }),
  };
  await loadForwarding(ctx).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  return {
    ctx,
    async close() {
      await endCalculator();
      await store.close();
    },
  };
}
