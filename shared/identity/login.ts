import { Problem } from '../errors/problem.ts';
import { type Json, type JsonObject, setMember } from '../linked-data/json.ts';
import { type FoundIdentity, findIdentity, type IdentityContext, writeIdentity } from './context.ts';
import { parseLogin } from './input.ts';
import { hashPassword, type PasswordHash, passwordMatches } from './password.ts';
import { openCredentials } from './record.ts';
import { newToken, tokenDigest } from './token.ts';

/** Logins of one user that collide are written one after the other; beyond this many in a row the last are refused. */
const MAX_TRIES = 32;

/**
 * Opens an identity: `{ username, password }` (specification: Identity).
 *
 * @returns the members of the stored credentials, as they were given, plus `token`, which later commits must show and
 *   which replaces that of the login before, and `lastLogin`, when the user logged in before, UTC milliseconds (now, at
 *   the first time)
 * @throws Problem `invalid-identity` (422) for a missing or malformed member; `credentials-refused` (403) for an unknown
 *   user and for a wrong password, in the same words and after the same work; `overloaded` (503) when too many passwords wait
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

/** Checks the password, unless it has just been checked against this very hash. */
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

/** Writes down the login and answers; null when another request changed the identity meanwhile. */
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

/** The password is at hand only now: a hash from before the iterations were raised is made anew. */
async function upToDate(context: IdentityContext, password: string, stored: PasswordHash): Promise<PasswordHash> {
  if (stored.iterations >= context.passwordIterations) return stored;
  return context.hashing(() => hashPassword(password, context.passwordIterations));
}
