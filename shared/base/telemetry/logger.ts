/** Facts that are logged with a message: flat, and never a key, a secret or the contents of an object. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * The log of the service. `category` is a category of the audit log (specification: Network access controls 6). Implementations escape
 * line breaks and never throw.
 */
export interface Logger {
  debug(category: LogCategory, message: string, fields?: LogFields): void;
  info(category: LogCategory, message: string, fields?: LogFields): void;
  warn(category: LogCategory, message: string, fields?: LogFields): void;
  error(category: LogCategory, message: string, fields?: LogFields): void;
}

/** The log of a process, which can also record why the process ends. */
export interface ProcessLogger extends Logger {
  emergency(category: LogCategory, message: string, fields?: LogFields): void;
}

/** The severities of the audit log (specification: Network access controls 6). */
export type LogSeverity = 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'EMERGENCY';

export type LogCategory = 'SYSTEM' | 'NETWORK' | 'AUTH' | 'DATA' | 'ADAPTER';

/** A logger that adds these facts to every entry. */
export function withFields(logger: Logger, fields: LogFields): Logger {
  return {
    debug: (category, message, more) => logger.debug(category, message, { ...more, ...fields }),
    info: (category, message, more) => logger.info(category, message, { ...more, ...fields }),
    warn: (category, message, more) => logger.warn(category, message, { ...more, ...fields }),
    error: (category, message, more) => logger.error(category, message, { ...more, ...fields }),
  };
}

/** An error as one line for the log: its message and its causes. */
export function errorText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? String(error) : `${String(error)} Cause: ${errorText(cause)}`;
}
