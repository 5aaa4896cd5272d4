import type { Failure, TransferReport } from '../../../shared/transfer/report.ts';

/** The counts of a report in a line. */
export function countsOf({ read, restored, present, failedCount }: TransferReport): string {
  return `${read} versions and identities read, ${restored} moved in, ${present} there already, ${failedCount} refused`;
}

/** Prints a report on standard output. */
export function printReport(report: TransferReport): void {
  const { failed, failedCount } = report;
  const more = failedCount - failed.length;
  const lines = [`${countsOf(report)}.`, ...failed.map(failureText), ...(more > 0 ? [`  and ${more} more`] : [])];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function failureText(failure: Failure): string {
  const place = failure.line === undefined ? '' : `line ${failure.line}: `;
  const id = failure['@id'] === null ? '' : `${failure['@id']}: `;
  return `  ${place}${id}${failure.detail}`;
}
