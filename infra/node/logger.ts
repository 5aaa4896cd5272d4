import { pino } from 'pino';
import type { Config } from '../../shared/config/config.ts';
import type { LogCategory, LogFields, Logger } from '../../shared/telemetry/logger.ts';

/** One JSON line per event on standard output; line breaks inside values are escaped by JSON. */
export function createLogger(level: Config['logLevel']): Logger {
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const at =
    (severity: 'debug' | 'info' | 'warn' | 'error') =>
    (category: LogCategory, message: string, fields: LogFields = {}): void =>
      log[severity]({ category, ...fields }, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
