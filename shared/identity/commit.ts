import { Problem } from '../errors/problem.ts';
import type { Json } from '../linked-data/json.ts';
import { findIdentity, type IdentityContext, writeIdentity } from './context.ts';
import { parseCommit } from './input.ts';
import { hashPassword } from './password.ts';
import { sealCredentials } from './record.ts';
import { tokenMatches } from './token.ts';

/**
 * Replaces the password and the credentials of an identity: `{ username, password, token, credentials }`
 * (specification: Identity). The token of the last login authenticates the request; the password is the new one. The token stays
 * valid until the next login.
 *
 * @throws Problem `invalid-identity` (422) for a missing or malformed member; `credentials-refused` (403), in the same
 *   words, for an unknown user, a token that is not the last one, and an identity that another request changed concurrently;
 *   `overloaded` (503) when too many passwords wait to be hashed
 */
export async function commit(context: IdentityContext, input: Json | undefined): Promise<void> {
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
