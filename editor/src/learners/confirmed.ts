import type { Origin } from './origin.ts';
import { type ProfileEntry, type ProfileRecord, standingOf } from './profile.ts';
import type { Reason } from './reason.ts';

/** Where an assertion comes from; null: not known. @param id its short id */
export type OriginOfRecord = (id: string) => Origin | null;

/** The profile as it would be without what the learner says of themselves, and without what is of unknown origin. */
export function withoutClaims(
  profile: readonly ProfileEntry[],
  originOfRecord: OriginOfRecord,
): readonly ProfileEntry[] {
  const isConfirmed = (id: string): boolean => originOfRecord(id) === 'confirmation';
  return profile.map((entry) => {
    const records = entry.records.filter(({ id }) => isConfirmed(id));
    const children = withoutClaims(entry.children, originOfRecord);
    const latest = latestOf(records);
    const isBegun = children.some((child) => ['achieved', 'begun'].includes(standingOf(child)));
    const state = {
      ...entry.state,
      latestEvidenceIsPositive: latest === null ? null : !latest.negative,
      hasAnyChildrenWithPositiveEvidence: isBegun,
    };
    return { ...entry, records, children, state, reasons: entry.reasons.filter((one) => stillHolds(one, isConfirmed)) };
  });
}

/** Whether what is achieved is confirmed by another person, or only said by the learner; null if neither is known. */
export function originOfStanding(entry: ProfileEntry, originOfRecord: OriginOfRecord): Origin | null {
  const origins = new Set(entry.records.filter(({ negative }) => !negative).map(({ id }) => originOfRecord(id)));
  if (origins.has('confirmation')) return 'confirmation';
  return origins.has('claim') ? 'claim' : null;
}

/** The record that decides: the latest one, of several with the same date that with the greatest id (docs/use/profile.md). */
function latestOf(records: readonly ProfileRecord[]): ProfileRecord | null {
  const isLater = (a: ProfileRecord, b: ProfileRecord): boolean => {
    const [left, right] = [a.assertionDate ?? 0, b.assertionDate ?? 0];
    return left === right ? a.id > b.id : left > right;
  };
  return records.reduce<ProfileRecord | null>((best, one) => (best === null || isLater(one, best) ? one : best), null);
}

/** Whether a reason is about a confirmation or a goal: the others were calculated with the claims. */
function stillHolds({ known }: Reason, isConfirmed: (id: string) => boolean): boolean {
  if (known === null) return false;
  if ('assertion' in known) return known.assertion !== undefined && isConfirmed(known.assertion);
  return /Goal/.test(known.about);
}
