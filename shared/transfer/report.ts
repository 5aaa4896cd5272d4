import type { Problem } from '../errors/problem.ts';
import type { RestoreResult } from '../objects/restore-many.ts';

/** A line that did not go in, and why. */
export type Failure = { readonly line?: number; readonly '@id': string | null; readonly detail: string };

/** What became of the versions and identities that were moved in. */
export type TransferReport = {
  /** Versions and identities read: all of those below. */
  readonly read: number;
  readonly restored: number;
  /** Were there before. */
  readonly present: number;
  readonly failedCount: number;
  /** The first {@link MAX_FAILURES} of those that failed. */
  readonly failed: readonly Failure[];
};

/** Failures told one by one. */
export const MAX_FAILURES = 100;

/** Counts results. */
export type Tally = {
  /** @param line of the file that the version stood on */
  readonly add: (result: RestoreResult, line?: number) => void;
  readonly fail: (problem: Pick<Problem, 'message'>, id: string | null, line?: number) => void;
  readonly report: () => TransferReport;
};

/** A tally of nothing. */
export function createTally(): Tally {
  const counts = { restored: 0, present: 0, failed: 0 };
  const failed: Failure[] = [];

  function fail({ message }: Pick<Problem, 'message'>, id: string | null, line?: number): void {
    counts.failed++;
    if (failed.length < MAX_FAILURES) failed.push({ ...(line !== undefined && { line }), '@id': id, detail: message });
  }

  return {
    fail,
    add(result, line) {
      if ('problem' in result) fail(result.problem, result.id, line);
      else counts[result.status]++;
    },
    report: () => ({
      read: counts.restored + counts.present + counts.failed,
      restored: counts.restored,
      present: counts.present,
      failedCount: counts.failed,
      failed: [...failed],
    }),
  };
}

/** The report of two parts, one after the other, as if they had been one: lines are counted on. */
export function joinReports(first: TransferReport, second: TransferReport): TransferReport {
  const later = second.failed.map((failure) => {
    return failure.line === undefined ? failure : { ...failure, line: failure.line + first.read };
  });
  return {
    read: first.read + second.read,
    restored: first.restored + second.restored,
    present: first.present + second.present,
    failedCount: first.failedCount + second.failedCount,
    failed: [...first.failed, ...later].slice(0, MAX_FAILURES),
  };
}
