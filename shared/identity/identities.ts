import type { Limiter } from '../concurrency/limiter.ts';
import type { Json, JsonObject } from '../linked-data/json.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { SecretStore } from '../store/secret-store.ts';
import { commit } from './commit.ts';
import { createDecoy, type IdentityContext } from './context.ts';
import { create } from './create.ts';
import { createIdentityKeys } from './identity-keys.ts';
import { login } from './login.ts';
import { PASSWORD_ITERATIONS } from './password.ts';
import { loadSalts, type Salts } from './salts.ts';
import { serverSecret } from './server-secret.ts';

export type IdentityOptions = {
  readonly keyValues: Pick<KeyValueStore, 'get' | 'set'>;
  readonly secrets: SecretStore;
  /** PBKDF2 iterations for passwords set from now on; older hashes are raised to it at their next login. */
  readonly passwordIterations?: number;
  /** Limits how many passwords are hashed at once; absent: nothing does. Runtimes whose requests share no work have no use for it. */
  readonly hashing?: Limiter;
  /** The clock, UTC milliseconds. */
  now(): number;
};

/**
 * The identities that clients keep here: key pairs that only their owner can decrypt, found by a derived user name
 * (specification: Identity). Inputs are the parsed JSON of the request; undefined stands for a request without any.
 */
export type Identities = {
  /** See {@link Salts}. */
  salts(): Salts;
  /** See {@link create}. */
  create(input: Json | undefined): Promise<JsonObject>;
  /** See {@link commit}. */
  commit(input: Json | undefined): Promise<void>;
  /** See {@link login}. */
  login(input: Json | undefined): Promise<JsonObject>;
};

/**
 * Prepares the identity operations: loads or makes the server's secret and salts, and derives the keys once.
 *
 * @throws Error when a secret cannot be had or is too short: a fault to stop at, at start
 */
export async function createIdentities(options: IdentityOptions): Promise<Identities> {
  const { keyValues, secrets, passwordIterations = PASSWORD_ITERATIONS, hashing = (work) => work(), now } = options;
  const [salts, secret] = await Promise.all([loadSalts(secrets), serverSecret(secrets)]);
  const keys = await createIdentityKeys(secret);
  const decoy = await createDecoy(keys, passwordIterations);
  const context: IdentityContext = { keyValues, keys, decoy, passwordIterations, hashing, now };
  return {
    salts: () => salts,
    create: (input) => create(context, input),
    commit: (input) => commit(context, input),
    login: (input) => login(context, input),
  };
}
