import type { ProfileRelation } from './model.ts';
import { isoTime } from './stored-values.ts';

/** The relation types that have an effect (specification: Relation). Other types have none. */
export type RelationType = 'narrows' | 'isEquivalentTo' | 'requires' | 'implies';

/** The directions in which an assertion travels along a relation. */
export type Way = { readonly forward: boolean; readonly backward: boolean };

/**
 * Where assertions travel: `forward` is from the relation's source to its target.
 *
 * Mastery of the whole implies mastery of its parts, of what it requires and of what it implies; lack of a part implies lack of the
 * whole.
 */
export const TRAVEL: { readonly [Type in RelationType]: { readonly positive: Way; readonly negative: Way } } = {
  narrows: { positive: { forward: false, backward: true }, negative: { forward: true, backward: false } },
  isEquivalentTo: { positive: { forward: true, backward: true }, negative: { forward: true, backward: true } },
  requires: { positive: { forward: true, backward: false }, negative: { forward: false, backward: true } },
  implies: { positive: { forward: true, backward: true }, negative: { forward: true, backward: false } },
};

/** Reads a `relationType`; null for types without effect. `isEquivalenTo` is found in old data and means equivalence. */
export function relationType(text: string): RelationType | null {
  if (text === 'isEquivalenTo') return 'isEquivalentTo';
  return Object.hasOwn(TRAVEL, text) ? (text as RelationType) : null; // the keys of TRAVEL are the members of the type
}

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

/** A time span in UTC milliseconds, including `from` and excluding `until`. */
export type TimeSpan = { readonly from: number; readonly until: number };

/**
 * The longest span around a time in which the validity of no relation changes; infinite if unbounded.
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
