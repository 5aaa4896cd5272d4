import { Problem } from '../errors/problem.ts';
import { type Json, type JsonObject, setMember } from '../linked-data/json.ts';
import { type FoundIdentity, findIdentity, type IdentityContext, writeIdentity } from './context.ts';
import { parseLogin } from './input.ts';
import { hashPassword, type PasswordHash, passwordMatches } from './password.ts';
import { openCredentials } from './record.ts';
import { newToken, tokenDigest } from './token.ts';

/** Concurrent logins of one user conflict and are tried again, at most this often. */
const MAX_TRIES = 32;

/**
 * Opens an identity: `{ username, password }` (specification: Identity).
 *
 * @returns the members of the stored credentials, as they were given, plus `token`, which later commits need and
 *   which replaces that of the previous login, and `lastLogin`, when the user logged in before, UTC milliseconds (now, at
 *   the first time)
 * @throws Problem `invalid-identity` (422) for a missing or malformed member; `credentials-refused` (403) for an unknown
 *   user and for a wrong password, with the same text and after the same work; `overloaded` (503) when too many passwords wait
 *   to be hashed
 */
export async function login(context: IdentityContext, input: Json | undefined): Promise<JsonObject> {
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
