import { adminPublicKey } from '../../../shared/admin/admin-key.ts';
import { type Config, toConfig } from '../../../shared/config/config.ts';
import { createEnvironmentSecrets } from '../../../shared/config/environment-secrets.ts';
import { readEnv } from '../../../shared/config/read-env.ts';
import type { Context } from '../../../shared/context.ts';
import { createCoreContext } from '../../../shared/core-context.ts';
import { createKeyRing } from '../../../shared/crypto/key-ring.ts';
import { createFreshForwarding } from '../../../shared/objects/fresh-forwarding.ts';
import { createProfileInvalidation } from '../../../shared/profiles/cache/invalidation.ts';
import { createLazyStores } from '../../../shared/store/lazy-stores.ts';
import type { SecretStore } from '../../../shared/store/secret-store.ts';
import { createJsonLines } from '../../../shared/telemetry/json-lines.ts';
import { createNodeFetch } from '../../node/node-fetch.ts';
import { openTables, type Tables } from '../dynamodb/open-tables.ts';
import { createSharedSecrets } from '../secrets/secret-store.ts';
import { FOR_EVER, whileAlive } from './life.ts';
import { LAMBDA } from './limits.ts';
import { openFunctionStores } from './stores.ts';

/** What the functions of all groups begin with. */
export type FunctionContext = {
  readonly ctx: Context;
  readonly secrets: SecretStore;
  /** To services of the cloud. */
  readonly send: typeof fetch;
  /** Null where the configuration names none. */
  readonly tables: Tables | null;
  /** Makes the forwarding table as new as `createFreshForwarding` says. */
  readonly refreshForwarding: (age?: number) => Promise<void>;
};

/**
 * Builds what operations need in a function: configuration and keys at once, the store when something is asked of it. The
 * forwarding table is loaded when the store is opened, and kept fresh for signed requests.
 *
 * @param life after whose end nothing outside of the process is called any more
 * @throws ConfigurationError, or Error when a secret cannot be had
 */
export async function createFunctionContext(
  environment: Readonly<Record<string, string | undefined>>,
  life: AbortSignal = FOR_EVER,
): Promise<FunctionContext> {
  const config = toConfig(readEnv(environment), '0', LAMBDA);
  const logger = createJsonLines(config.logLevel, (line) => process.stdout.write(`${line}\n`));
  const now = (): number => Date.now();
  const readKey = createKeyRing();
  const send: typeof fetch = whileAlive(life, createNodeFetch(null));
  const secrets = openSecrets(config, environment, send);
  const tables = openTables(config, send, now);
  const stores = createLazyStores(async () => {
    const opened = await openFunctionStores(config, { logger, now, readKey }, life);
    await freshen(opened.objects);
    return opened;
  }, logger);
  const parts = {
    config,
    logger,
    now,
    readKey,
    store: stores.objects,
    keyValues: tables?.keyValues ?? stores.keyValues,
  };
  const core = createCoreContext({
    ...parts,
    ...(tables !== null && { changes: tables.changes }),
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
  return { ctx: { ...core, sheets }, secrets, send, tables, refreshForwarding };
}

/** A function has no directory of its own that stays: without another place, secrets are in the environment. */
function openSecrets(
  { secrets }: Config,
  environment: Readonly<Record<string, string | undefined>>,
  send: typeof fetch,
): SecretStore {
  if (secrets.kind === 'directory' || secrets.kind === 'environment') return createEnvironmentSecrets(environment);
  return createSharedSecrets(secrets, environment, send);
}
