const TERMINAL_INTERVAL_MS = 200;
const LOG_INTERVAL_MS = 10_000;

/** Shows the progress of a command on standard error. */
export type ProgressLine = {
  /** @param text called only when it is shown */
  readonly show: (text: () => string) => void;
  /** Clears the line of a terminal. */
  readonly end: () => void;
};

/** One line that is rewritten on a terminal, a new line every ten seconds elsewhere. */
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
