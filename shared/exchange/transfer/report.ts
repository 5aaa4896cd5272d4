import { type Problem, problemType } from '../../base/errors/problem.ts';
import type { RestoreResult } from '../../repository/objects/restore-many.ts';

/** A line that was not imported, and why: with the kind of the problem, unless it is the answer of another server. */
export type Failure = {
  readonly line?: number;
  readonly '@id': string | null;
  readonly type?: string;
  readonly detail: string;
};

/** The results of an import. */
export type TransferReport = {
  /** The number of versions and identities read: the sum of those below. */
  readonly read: number;
  readonly restored: number;
  /** Those that existed before. */
  readonly present: number;
  readonly failedCount: number;
  /** The first {@link MAX_FAILURES} failures. */
  readonly failed: readonly Failure[];
};

/** Maximum number of failures that a report lists. */
export const MAX_FAILURES = 100;

type Refusal = Pick<Problem, 'message'> & { readonly code?: string };

export type Tally = {
  /** @param line number of the line in the file */
  readonly add: (result: RestoreResult, line?: number) => void;
  readonly fail: (problem: Refusal, id: string | null, line?: number) => void;
  readonly report: () => TransferReport;
};

/** Starts counting results. */
export function createTally(): Tally {
  const counts = { restored: 0, present: 0, failed: 0 };
  const failed: Failure[] = [];

  function fail({ code, message }: Refusal, id: string | null, line?: number): void {
    counts.failed++;
    if (failed.length === MAX_FAILURES) return;
    const place = { ...(line !== undefined && { line }), '@id': id };
    failed.push({ ...place, ...(code !== undefined && { type: problemType(code) }), detail: message });
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

/** Joins the reports of two consecutive parts. Line numbers of the second continue those of the first. */
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
