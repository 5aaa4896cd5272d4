import type { ProfileAssertion, ProfileRelation } from '../model.ts';
import { nextValidityChange } from '../validity.ts';

/**
 * The first moment after `now` at which the same facts would give another profile, because an assertion has expired or a relation
 * has begun or ceased to hold: UTC milliseconds; null when no moment does.
 */
export function nextChange(
  assertions: readonly ProfileAssertion[],
  relations: readonly ProfileRelation[],
  now: number,
): number | null {
  let next: number | null = null;
  const consider = (time: number | null): void => {
    if (time !== null && time > now && (next === null || time < next)) next = time;
  };
  for (const { expirationDate } of assertions)
    consider(expirationDate === null ? null : Math.floor(expirationDate) + 1);
  for (const relation of relations) consider(nextValidityChange(relation, now));
  return next;
}
