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
  /** PBKDF2 iterations for new passwords; older hashes are upgraded at the next login. */
  readonly passwordIterations?: number;
  /** Limits concurrent password hashing; absent: unlimited, for runtimes whose requests do not share a process. */
  readonly hashing?: Limiter;
  /** The clock, UTC milliseconds. */
  now(): number;
};

/**
 * Identities of clients: key pairs that only their owner can decrypt, stored under a derived user name (specification: Identity).
 * Inputs are the parsed JSON of requests; undefined for a request without a body.
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
 * Loads or creates the server's secret and salts, and derives the keys.
 *
 * @throws Error when a secret is unavailable or too short; the server does not start then
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
