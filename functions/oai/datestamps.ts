import { parseTime } from '../../shared/repository/linked-data/time.ts';
import { OaiError } from './errors.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** When an item changed, as harvesters see it: UTC, to the second (OAI-PMH 2.0, 3.3). @param time UTC milliseconds */
export function datestampOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** The times that a harvester asks for, UTC milliseconds: from the first on, and before the second. Null: no limit. */
export type Range = { readonly from: number | null; readonly before: number | null };

/**
 * Reads the arguments `from` and `until`, which name days or seconds that belong to the range (OAI-PMH 2.0, 2.7.1).
 *
 * @throws OaiError `badArgument` for other texts, different granularities, and an end before the beginning
 */
export function rangeOf(from: string | null, until: string | null): Range {
  const begin = from === null ? null : spanOf('from', from);
  const end = until === null ? null : spanOf('until', until);
  if (begin !== null && end !== null) {
    if (begin.length !== end.length) throw new OaiError('badArgument', 'from and until have different granularities.');
    if (begin.start > end.start) throw new OaiError('badArgument', 'from is after until.');
  }
  return { from: begin?.start ?? null, before: end === null ? null : end.start + end.length };
}

function spanOf(name: string, text: string): { readonly start: number; readonly length: number } {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const start = isDay || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text) ? parseTime(text) : null;
  if (start === null) {
    throw new OaiError('badArgument', `${name} is not a date of the form YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ.`);
  }
  return { start, length: isDay ? DAY_MS : SECOND_MS };
}

/** Whether a time is in a range. */
export function isIn({ from, before }: Range, time: number): boolean {
  return (from === null || time >= from) && (before === null || time < before);
}
