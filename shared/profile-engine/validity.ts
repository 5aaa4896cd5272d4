import { isoTime } from './iso-time.ts';
import type { ProfileRelation } from './model.ts';

const DAY = 86_400_000;

/**
 * Whether the relation holds at a time (specification: Relation, `validFrom` and `validThrough`). Both ends are included; a
 * bound that cannot be read is ignored.
 *
 * @param time UTC milliseconds
 */
export function holdsAt(relation: ProfileRelation, time: number): boolean {
  const { from, through } = boundsOf(relation);
  return (from === null || from <= time) && (through === null || time <= through);
}

/** Times in UTC milliseconds, the first included and the last not. */
export type TimeSpan = { readonly from: number; readonly until: number };

/**
 * The longest span around a time in which no relation begins or ceases to hold; infinite where there is no bound.
 *
 * @param time UTC milliseconds
 */
export function steadySpan(relations: readonly ProfileRelation[], time: number): TimeSpan {
  let [from, until] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const relation of relations) {
    const bounds = boundsOf(relation);
    for (const change of [bounds.from, bounds.through === null ? null : Math.floor(bounds.through) + 1]) {
      if (change === null) continue;
      if (change <= time) from = Math.max(from, change);
      else until = Math.min(until, change);
    }
  }
  return { from, until };
}

function boundsOf({ validFrom, validThrough }: ProfileRelation): Record<'from' | 'through', number | null> {
  return {
    from: validFrom === undefined ? null : isoTime(validFrom),
    through: validThrough === undefined ? null : isoTime(validThrough, DAY - 1),
  };
}
