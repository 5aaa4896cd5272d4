import { Problem } from '../errors/problem.ts';
import type { Json, JsonObject } from '../linked-data/json.ts';
import { findIdentity, type IdentityContext, writeIdentity } from './context.ts';
import { parseCreate } from './input.ts';
import { hashPassword } from './password.ts';
import { sealCredentials } from './record.ts';
import { unmatchableDigest } from './token.ts';

/**
 * Creates an identity: `{ username, password, credentials }` (specification: Identity). Of several requests for one user
 * name, one succeeds.
 *
 * @returns the credentials as stored. There is no token before the first login.
 * @throws Problem `invalid-identity` (422) for a missing or malformed member, and for a name that is taken; `overloaded` (503)
 *   when too many passwords wait to be hashed
 */
export async function create(context: IdentityContext, input: Json | undefined): Promise<JsonObject> {
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
