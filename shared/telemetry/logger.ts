/** Facts that go with a message: flat, and never a key, a secret or the contents of an object. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Where the service says what it does. `category` is that of the audit log (specification: Network access controls 6).
 * Implementations escape line breaks and never throw.
 */
export interface Logger {
  debug(category: LogCategory, message: string, fields?: LogFields): void;
  info(category: LogCategory, message: string, fields?: LogFields): void;
  warn(category: LogCategory, message: string, fields?: LogFields): void;
  error(category: LogCategory, message: string, fields?: LogFields): void;
}

export type LogCategory = 'SYSTEM' | 'NETWORK' | 'AUTH' | 'DATA' | 'ADAPTER';
