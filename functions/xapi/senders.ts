import { faultOf } from '../../shared/access/caller.ts';
import { secretsEqual } from '../../shared/crypto/secrets.ts';
import { Problem } from '../../shared/errors/problem.ts';
import type { Call } from '../../shared/http/call.ts';
import type { XapiContext } from '../../shared/xapi/context.ts';

/**
 * Whether the sender has proved who it is.
 *
 * @throws Problem `not-signed-in` (401) for one that has not, unless statements of everybody are taken
 */
export async function isKnownSender({ config }: XapiContext, call: Call): Promise<boolean> {
  const { authorizations, isOpen } = config.xapi;
  const given = call.request.headers.get('authorization') ?? '';
  if (authorizations.some((expected) => secretsEqual(given, expected))) return true;
  const caller = await call.caller();
  if (caller.proofs.length > 0) return true;
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  if (isOpen) return false;
  throw new Problem('not-signed-in', 'Statements are taken of senders that prove who they are (XAPI_INGEST_AUTH).', {
    challenge: 'Basic realm="xAPI"',
  });
}
