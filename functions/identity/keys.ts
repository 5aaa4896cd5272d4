import { Problem } from '../../shared/base/errors/problem.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { IdentityContext } from './context.ts';

/** Maximum time since the user authenticated. */
const MAX_AGE_MS = 300_000;

/** The signed-in user of a request. @throws Problem `not-signed-in` (401), or the fault of the caller's token */
export async function requireUser({ signOn }: IdentityContext, { caller, signedIn }: Call) {
  const user = await signedIn();
  if (user !== null && signOn !== null) return { user, signOn };
  const [fault = new Problem('not-signed-in', 'Sign in: the keys of signed-in users are here.')] = (await caller())
    .faults;
  throw fault;
}

/**
 * GET keys: the personal key pair that the server holds for the signed-in user, who may use it elsewhere. Requires an
 * authentication in the last five minutes, and, if a session cookie proves the user, a page of this service.
 */
export async function getKeys(
  { now }: IdentityContext,
  { request }: Call,
  { user, signOn }: Awaited<ReturnType<typeof requireUser>>,
): Promise<Answer> {
  const { identity, authenticated, by } = user.proof;
  const site = request.headers.get('sec-fetch-site') ?? 'none';
  if (by === 'session' && site !== 'same-origin' && site !== 'none') {
    throw new Problem('cross-origin-refused', 'A page of another origin may not read private keys.');
  }
  if (authenticated === null || now() - authenticated > MAX_AGE_MS) {
    throw new Problem('sign-in-too-old', 'Sign in again, at /api/login?fresh=true or for a new token.');
  }
  const [{ pem: publicKey }] = user.keys;
  const privateKey = await signOn.personalPem(identity);
  return jsonAnswer({ publicKey, privateKey }, { 'cache-control': 'no-store' });
}
