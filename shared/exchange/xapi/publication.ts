import type { PublicKey } from '../../base/crypto/public-key.ts';
import type { Outcome } from './outcome.ts';
import { identifiersOf } from './person-identifiers.ts';
import type { StatementActor } from './statement.ts';

/** Whether an assertion is shared with the key of badges. `reason`: why it is not, although that was requested. */
export type Publication = { readonly isPublished: boolean; readonly reason: string | null };

/** Whether the sender of statements may award badges in the name of an agent. */
export type SpeaksFor = (agent: PublicKey) => boolean;

export const UNPUBLISHED: Publication = { isPublished: false, reason: null };

/**
 * Whether the assertion of a statement becomes a badge: it is positive, it is about one learner whom a badge can name, and its
 * sender speaks for the agent, who is the issuer.
 *
 * @param speaksFor null when no badges are requested
 */
export function publicationOf(
  {
    outcome,
    learner,
    agent,
  }: { readonly outcome: Outcome; readonly learner: StatementActor; readonly agent: PublicKey },
  speaksFor: SpeaksFor | null,
  badgeKey: PublicKey | null,
): Publication {
  if (speaksFor === null || !outcome.positive) return UNPUBLISHED;
  if (badgeKey === null) return refused('badges are switched off');
  if (!isNameable(learner)) return refused('a badge needs one learner with an email or a web address');
  if (!speaksFor(agent)) return refused('its sender has not proved the key of its agent');
  return { isPublished: true, reason: null };
}

function refused(why: string): Publication {
  return { isPublished: false, reason: `There is no badge: ${why}.` };
}

/** Badges name recipients by email, url or telephone, of which statements have the first two. */
function isNameable(actor: StatementActor): boolean {
  const [person, ...others] = identifiersOf(actor);
  if (person === undefined || others.length > 0 || actor.objectType === 'Group') return false;
  return person.kind === 'mbox' || (person.kind === 'openid' && /^https?:/i.test(person.value));
}
