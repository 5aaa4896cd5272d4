import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';

/** Interval in which the existence of the file is checked. */
const CHECK_INTERVAL_MS = 1_000;

/** A file that lines are appended to, and that other programs may move. */
export type LogFile = {
  /** Opens the file if it is not open. @returns whether this call opened it: it then contains nothing of this process yet */
  readonly ready: () => boolean;
  /** Appends a line before it returns. Lines that cannot be written are dropped, and reported once until writing succeeds again. */
  readonly write: (line: string) => void;
  /** Makes the next call of `ready` open the file again. */
  readonly reopen: () => void;
};

/**
 * A log file, private to the user. It is opened with the first line, again when it was moved or removed, which is noticed within a
 * second, and a second after it could not be written.
 *
 * @param report receives the error when the file cannot be written, once until writing succeeds again
 * @param now milliseconds of any clock
 */
export function createLogFile(
  path: string,
  report: (error: unknown) => void,
  now: () => number = () => performance.now(),
): LogFile {
  let file: number | null = null;
  let checked = Number.NEGATIVE_INFINITY;
  let failing = false;

  function close(): void {
    if (file !== null) closeSync(file);
    file = null;
  }

  function fail(error: unknown): void {
    close();
    if (failing) return;
    failing = true;
    report(error);
  }

  return {
    ready() {
      if (now() - checked < CHECK_INTERVAL_MS) return false;
      checked = now();
      try {
        if (file !== null && isAt(path, file)) return false;
        close();
        file = openSync(path, 'a', 0o600);
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    },
    write(line) {
      if (file === null) return;
      try {
        const bytes = Buffer.from(`${line}\n`);
        for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
        failing = false;
      } catch (error) {
        fail(error);
      }
    },
    reopen() {
      close();
      checked = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Whether an open file is the one with this name. */
function isAt(path: string, file: number): boolean {
  const named = statSync(path, { throwIfNoEntry: false });
  const open = fstatSync(file);
  return named !== undefined && named.ino === open.ino && named.dev === open.dev;
}
