import type { Failure, TransferReport } from '../../../shared/exchange/transfer/report.ts';

const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 10_000;

/** Shows the progress of a command on standard error. */
export type ProgressLine = {
  /** @param text called only when the line is shown */
  readonly show: (text: () => string) => void;
  /** Clears the line of a terminal. */
  readonly end: () => void;
};

/** Rewrites one line on a terminal; elsewhere writes a new line every ten seconds. */
export function createProgressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  const terminal = stream.isTTY === true;
  let shown = terminal ? Date.now() - TERMINAL_INTERVAL_MS : Date.now();
  return {
    show(text) {
      const now = Date.now();
      if (now - shown < (terminal ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS)) return;
      shown = now;
      stream.write(terminal ? `\r\u001b[K${text().slice(0, (stream.columns ?? 80) - 1)}` : `${text()}\n`);
    },
    end() {
      if (terminal) stream.write('\r\u001b[K');
    },
  };
}

/** The counts of a report in a line. */
export function countsOf({ read, restored, present, failedCount }: TransferReport): string {
  return `${read} versions and identities read, ${restored} imported, ${present} present already, ${failedCount} refused`;
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
