import type { ProfileAssertion } from '../../profile-engine/model.ts';
import type { TimeSpan } from '../../profile-engine/validity.ts';

/**
 * The first moment after `now` at which the same facts would give another profile, because an assertion has expired or a relation
 * has begun or ceased to hold: UTC milliseconds; null when no moment does.
 *
 * @param steady in which no relation does, around `now`
 */
export function nextChange(assertions: readonly ProfileAssertion[], steady: TimeSpan, now: number): number | null {
  let next = steady.until;
  for (const { expirationDate } of assertions) {
    if (expirationDate === null) continue;
    const expired = Math.floor(expirationDate) + 1;
    if (expired > now && expired < next) next = expired;
  }
  return Number.isFinite(next) ? next : null;
}
