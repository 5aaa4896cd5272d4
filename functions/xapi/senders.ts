import { secretsEqual } from '../../shared/base/crypto/secrets.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import type { XapiContext } from '../../shared/exchange/xapi/context.ts';
import type { SpeaksFor } from '../../shared/exchange/xapi/publication.ts';
import type { Call } from '../../shared/http/call.ts';
import { faultOf } from '../../shared/repository/access/caller.ts';

/** The sender of statements. */
export type StatementSender = {
  /** Whether the sender has proved its identity. */
  readonly isKnown: boolean;
  /** Decides for which agents the statements of the sender may award badges. */
  readonly speaksFor: SpeaksFor;
};

/**
 * The sender of a request. Senders with a value of `Authorization`, and admins, speak for every agent; others, since every caller can
 * generate a key, only for themselves, as BADGE_AUTHORS decides.
 *
 * @param inForm the value of `Authorization` in a form; null when there is none
 * @throws Problem `not-signed-in` (401) for a sender without a proved identity, unless every sender is accepted
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
