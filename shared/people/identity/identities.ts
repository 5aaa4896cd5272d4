import type { Limiter } from '../../base/concurrency/limiter.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type Json, type JsonObject, setMember } from '../../repository/linked-data/json.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import { createDecoy, type FoundIdentity, findIdentity, type IdentityContext, writeIdentity } from './context.ts';
import { createIdentityKeys } from './identity-keys.ts';
import { parseCommit, parseCreate, parseLogin } from './input.ts';
import {
  hashPassword,
  newToken,
  PASSWORD_ITERATIONS,
  type PasswordHash,
  passwordMatches,
  tokenDigest,
  tokenMatches,
  unmatchableDigest,
} from './password.ts';
import { openCredentials, sealCredentials } from './record.ts';
import { loadSalts, type Salts, serverSecret } from './server-secrets.ts';

type IdentityOptions = {
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
  /** The name of a user, known or not, in the log: a prefix of the record key, which cannot be computed without the server's secret. */
  logName(username: string): Promise<string>;
};

/** Length of a name in the log, enough to distinguish users. */
const LOG_NAME_LENGTH = 32;

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
    async logName(username) {
      const recordKey = await keys.recordKey(username);
      return recordKey.slice(recordKey.indexOf('/') + 1).slice(0, LOG_NAME_LENGTH);
    },
  };
}

/**
 * Creates an identity: `{ username, password, credentials }` (specification: Identity). Of several requests for one user
 * name, one succeeds.
 *
 * @returns the credentials as stored. There is no token before the first login.
 * @throws Problem `invalid-identity` (422) for a missing or malformed member, and for a name that is taken; `overloaded` (503)
 *   when too many passwords wait to be hashed
 */
async function create(context: IdentityContext, input: Json | undefined): Promise<JsonObject> {
  const { username, password, credentials } = parseCreate(input);
  const { recordKey, revision } = await findIdentity(context, username);
  if (revision !== null) throw taken();
  const account = {
    password: await context.hashing(() => hashPassword(password, context.passwordIterations)),
    tokenDigest: unmatchableDigest(),
    lastLogin: null,
  };
  const sealed = await sealCredentials(context.keys, recordKey, credentials);
  if (!(await writeIdentity(context, recordKey, { account, credentials: sealed }, null))) throw taken();
  return credentials;
}

function taken(): Problem {
  return new Problem('invalid-identity', 'Cannot create, account already exists.');
}

/**
 * Replaces the password and the credentials of an identity: `{ username, password, token, credentials }`
 * (specification: Identity). The token of the last login authenticates the request; the password is the new one. The token stays
 * valid until the next login.
 *
 * @throws Problem `invalid-identity` (422) for a missing or malformed member; `credentials-refused` (403), with the same
 *   text, for an unknown user, a token that is not the last one, and an identity that another request changed concurrently;
 *   `overloaded` (503) when too many passwords wait to be hashed
 */
async function commit(context: IdentityContext, input: Json | undefined): Promise<void> {
  const { username, password, token, credentials } = parseCommit(input);
  const { recordKey, record, revision } = await findIdentity(context, username);
  const proved = tokenMatches(token, record.account.tokenDigest);
  if (!proved || revision === null) throw outOfStep();
  const hash = await context.hashing(() => hashPassword(password, context.passwordIterations));
  const account = { ...record.account, password: hash };
  const sealed = await sealCredentials(context.keys, recordKey, credentials);
  if (!(await writeIdentity(context, recordKey, { account, credentials: sealed }, revision))) throw outOfStep();
}

/** Clients expect this text. */
function outOfStep(): Problem {
  return new Problem('credentials-refused', 'An error in synchronization has occurred. Please re-login and try again.');
}

/** How often a login that conflicts with a concurrent one of the same user is tried. */
const MAX_TRIES = 32;

/**
 * Opens an identity: `{ username, password }` (specification: Identity).
 *
 * @returns the members of the stored credentials, unchanged, plus `token`, which later commits need and which replaces the token
 *   of the previous login, and `lastLogin`, the time of the previous login, UTC milliseconds (now, at the first login)
 * @throws Problem `invalid-identity` (422) for a missing or malformed member; `credentials-refused` (403) for an unknown
 *   user and for a wrong password, with the same text and after the same work; `overloaded` (503) when too many passwords wait
 *   to be hashed
 */
async function login(context: IdentityContext, input: Json | undefined): Promise<JsonObject> {
  const { username, password } = parseLogin(input);
  let proved: PasswordHash | null = null;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const found = await findIdentity(context, username);
    proved = await prove(context, password, found, proved);
    const answer = await enter(context, password, found);
    if (answer) return answer;
  }
  throw new Problem('version-conflict', 'Too many logins of this user at once.', { retryAfter: 1 });
}

/** Checks the password, unless it has already been checked against the same hash. */
async function prove(
  context: IdentityContext,
  password: string,
  found: FoundIdentity,
  proved: PasswordHash | null,
): Promise<PasswordHash> {
  const stored = found.record.account.password;
  if (proved !== null && proved.hash === stored.hash && proved.salt === stored.salt) return proved;
  const matches = await context.hashing(() => passwordMatches(password, stored, context.passwordIterations));
  if (!matches || found.revision === null) {
    throw new Problem('credentials-refused', 'Invalid username or password.');
  }
  return stored;
}

/** Stores the login and returns the response; null when another request changed the identity concurrently. */
async function enter(context: IdentityContext, password: string, found: FoundIdentity): Promise<JsonObject | null> {
  const { recordKey, record, revision } = found;
  const credentials = await openCredentials(context.keys, recordKey, record.credentials);
  const token = newToken();
  const now = context.now();
  const account = {
    password: await upToDate(context, password, record.account.password),
    tokenDigest: tokenDigest(token),
    lastLogin: now,
  };
  if (!(await writeIdentity(context, recordKey, { account, credentials: record.credentials }, revision))) return null;
  setMember(credentials, 'token', token);
  setMember(credentials, 'lastLogin', record.account.lastLogin ?? now);
  return credentials;
}

/** Rehashes a password with fewer iterations than configured, which is only possible at a login. */
async function upToDate(context: IdentityContext, password: string, stored: PasswordHash): Promise<PasswordHash> {
  if (stored.iterations >= context.passwordIterations) return stored;
  return context.hashing(() => hashPassword(password, context.passwordIterations));
}
