import type { LogCategory, LogFields, Logger } from './logger.ts';

/** Severities by the numbers that log readers of the Node ecosystem know. */
const SEVERITIES = { debug: 20, info: 30, warn: 40, error: 50 } as const;

type Severity = keyof typeof SEVERITIES;

/**
 * One JSON line per event, like the log of a process on Node, for runtimes where every kilobyte of a bundle counts. Line breaks
 * inside values are escaped by JSON.
 *
 * @param write takes a whole line, without its end
 * @param now UTC milliseconds
 */
export function createJsonLines(
  level: Severity | 'silent',
  write: (line: string) => void,
  now: () => number = Date.now,
): Logger {
  const least = level === 'silent' ? Number.POSITIVE_INFINITY : SEVERITIES[level];
  const at =
    (severity: Severity) =>
    (category: LogCategory, message: string, fields: LogFields = {}): void => {
      const number = SEVERITIES[severity];
      if (number < least) return;
      write(JSON.stringify({ level: number, time: new Date(now()).toISOString(), category, ...fields, msg: message }));
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
