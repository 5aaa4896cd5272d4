import type { LogCategory, LogFields, LogSeverity, ProcessLogger } from './logger.ts';

/** Severities by their thresholds in LOG_LEVEL, with the numbers that log readers of the Node ecosystem expect. */
const SEVERITIES = {
  debug: { number: 20, name: 'DEBUG' },
  info: { number: 30, name: 'INFO' },
  warn: { number: 40, name: 'WARNING' },
  error: { number: 50, name: 'ERROR' },
  emergency: { number: 60, name: 'EMERGENCY' },
} as const satisfies Record<string, { readonly number: number; readonly name: LogSeverity }>;

/** Entries that are not logged although their severity is high enough (specification: Network access controls 6). */
export type LogFilter = {
  readonly categories: readonly LogCategory[];
  readonly severities: readonly LogSeverity[];
  readonly messages: readonly string[];
};

type Options = {
  readonly filter?: LogFilter;
  /** The current time, UTC milliseconds. */
  readonly now?: () => number;
};

/**
 * Logs one JSON line per event, on every runtime: a logging library would enlarge the bundles of functions. JSON escapes line breaks
 * inside values.
 *
 * @param write receives a line, without its line break
 */
export function createJsonLines(
  level: Exclude<keyof typeof SEVERITIES, 'emergency'> | 'silent',
  write: (line: string) => void,
  { filter, now = Date.now }: Options = {},
): ProcessLogger {
  const least = level === 'silent' ? Number.POSITIVE_INFINITY : SEVERITIES[level].number;
  const categories = new Set(filter?.categories);
  const severities = new Set(filter?.severities);
  const messages = new Set(filter?.messages);
  const at = (threshold: keyof typeof SEVERITIES) => {
    const { number, name } = SEVERITIES[threshold];
    if (number < least || severities.has(name)) return (): void => undefined;
    return (category: LogCategory, message: string, fields: LogFields = {}): void => {
      if (categories.has(category) || messages.has(message)) return;
      const time = new Date(now()).toISOString();
      write(JSON.stringify({ level: number, severity: name, time, category, ...fields, msg: message }));
    };
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), emergency: at('emergency') };
}
