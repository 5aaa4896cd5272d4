import { secretsEqual } from '../../shared/base/crypto/secrets.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { XapiContext } from '../../shared/exchange/xapi/context.ts';
import type { SpeaksFor } from '../../shared/exchange/xapi/publication.ts';
import type { Call } from '../../shared/http/call.ts';
import { faultOf } from '../../shared/repository/access/caller.ts';

/** The sender of statements. */
export type StatementSender = {
  /** It has proved its identity. */
  readonly isKnown: boolean;
  /** Decides in the name of which agents its statements may award badges. */
  readonly speaksFor: SpeaksFor;
};

/**
 * The sender of a request. Anybody can make a key: those with a value of `Authorization`, and admins, speak for every agent, others
 * for themselves, as BADGE_AUTHORS says.
 *
 * @param inForm what a form has in place of `Authorization`; null when there is none
 * @throws Problem `not-signed-in` (401) for one that has not proved its identity, unless everybody may send statements
 */
export async function requireSender(
  { config }: XapiContext,
  call: Call,
  inForm: string | null = null,
): Promise<StatementSender> {
  const { authorizations, isOpen } = config.xapi;
  const given = call.request.headers.get('authorization') ?? inForm ?? '';
  if (authorizations.some((expected) => secretsEqual(given, expected))) return { isKnown: true, speaksFor: () => true };
  const caller = await call.caller();
  const { admin, keys } = caller.everywhere;
  const speaksFor: SpeaksFor = ({ id }) => !config.badges.requiresAgent || admin || keys.has(id);
  if (caller.proofs.length > 0) return { isKnown: true, speaksFor };
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  if (isOpen) return { isKnown: false, speaksFor };
  throw new Problem(
    'not-signed-in',
    'Statements are accepted from senders that prove their identity (XAPI_INGEST_AUTH).',
    {
      challenge: 'Basic realm="xAPI"',
    },
  );
}
