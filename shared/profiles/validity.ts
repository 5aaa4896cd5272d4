import type { ProfileRelation } from './model.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const DAY = 86_400_000;

/**
 * Whether the relation holds at a time (specification: Relation, `validFrom` and `validThrough`). Both ends are included; a
 * bound that cannot be read is none.
 *
 * @param time UTC milliseconds
 */
export function holdsAt(relation: ProfileRelation, time: number): boolean {
  const from = milliseconds(relation.validFrom, 0);
  const through = milliseconds(relation.validThrough, DAY - 1);
  return (from === null || from <= time) && (through === null || time <= through);
}

/**
 * The first moment after a time at which the relation begins or ceases to hold; null when none does.
 *
 * @param time UTC milliseconds
 */
export function nextValidityChange(relation: ProfileRelation, time: number): number | null {
  const from = milliseconds(relation.validFrom, 0);
  const through = milliseconds(relation.validThrough, DAY - 1);
  const changes = [from, through === null ? null : Math.floor(through) + 1].filter((change) => change !== null);
  return finite(Math.min(...changes.filter((change) => change > time)));
}

function milliseconds(text: string | undefined, withinDay: number): number | null {
  if (text === undefined) return null;
  const trimmed = text.trim();
  if (DATE.test(trimmed)) return finite(Date.parse(trimmed) + withinDay);
  const zone = DATE_TIME.exec(trimmed);
  if (zone === null) return null;
  const time = trimmed.replace(' ', 'T');
  return finite(Date.parse(zone[1] === undefined ? `${time}Z` : time));
}

function finite(time: number): number | null {
  return Number.isFinite(time) ? time : null;
}
