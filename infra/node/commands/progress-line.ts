/** Milliseconds between two looks at a terminal, and between two lines of a log. */
const ON_TERMINAL = 200;
const IN_LOG = 10_000;

/** Shows how far a command is, on standard error. */
export type ProgressLine = {
  /** @param text made only when it is shown */
  readonly show: (text: () => string) => void;
  /** Leaves a terminal's line clean for what comes next. */
  readonly end: () => void;
};

/** One line that changes on a terminal, a line now and then elsewhere. */
export function createProgressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  const terminal = stream.isTTY === true;
  let shown = Date.now() - ON_TERMINAL;
  if (!terminal) shown = Date.now();
  return {
    show(text) {
      const now = Date.now();
      if (now - shown < (terminal ? ON_TERMINAL : IN_LOG)) return;
      shown = now;
      stream.write(terminal ? `\r\u001b[K${text().slice(0, (stream.columns ?? 80) - 1)}` : `${text()}\n`);
    },
    end() {
      if (terminal) stream.write('\r\u001b[K');
    },
  };
}
