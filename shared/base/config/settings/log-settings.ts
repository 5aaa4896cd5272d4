import type { LogCategory, LogSeverity } from '../../telemetry/logger.ts';
import { boolean, integer, oneOf, type Parse, refusal, text } from '../formats.ts';

/** Categories by their own names, and by the short codes of the existing server; null: nothing of that category is logged here. */
const CATEGORIES: Readonly<Record<string, LogCategory | null>> = {
  system: 'SYSTEM',
  network: 'NETWORK',
  auth: 'AUTH',
  data: 'DATA',
  adapter: 'ADAPTER',
  sys: 'SYSTEM',
  net: 'NETWORK',
  sto: 'DATA',
  ada: 'ADAPTER',
  sec: null,
  msg: null,
  fs: null,
  pro: null,
};

/** Severities by name; null: accepted for compatibility, no effect. */
const SEVERITIES: Readonly<Record<string, LogSeverity | null>> = {
  debug: 'DEBUG',
  info: 'INFO',
  warning: 'WARNING',
  error: 'ERROR',
  emergency: 'EMERGENCY',
  alert: null,
  critical: null,
  notice: null,
  service: null,
  network: null,
  data: null,
};

/** A parser for known words separated by commas, in any case. */
function words<T>(known: Readonly<Record<string, T | null>>): Parse<readonly T[]> {
  return (value, name) =>
    listOf(value).flatMap((word) => {
      const meaning = Object.hasOwn(known, word.toLowerCase()) ? known[word.toLowerCase()] : undefined;
      if (meaning === undefined) throw refusal(name, word, `of these: ${Object.keys(known).join(', ')}`);
      return meaning ?? [];
    });
}

/** Texts separated by commas. */
const texts: Parse<readonly string[]> = (value) => listOf(value);

function listOf(value: string): readonly string[] {
  return value.split(',').flatMap((part) => part.trim() || []);
}

/** Settings of the log, of metrics, and of mail to operators. Part of `SETTINGS`. */
export const LOG_SETTINGS = {
  LOG_LEVEL: {
    parse: oneOf('debug', 'info', 'warn', 'error', 'silent'),
    default: null,
    defaultText: '`info`; on a terminal `warn`',
    effect:
      'Least severity that is logged: `debug`, `info`, `warn`, `error` or `silent`. Requests and changes of objects are `info` ([audit.md](audit.md)).',
  },
  LOG_FILTERED_CATEGORIES: {
    parse: words(CATEGORIES),
    default: null,
    defaultText: 'unset: none',
    effect:
      'Comma-separated categories that are not logged: `SYSTEM`, `NETWORK`, `AUTH`, `DATA`, `ADAPTER`, or the codes of the existing server (`sys`, `net`, `auth`, `sto`, `ada`; its others are accepted and filter nothing).',
  },
  LOG_FILTERED_SEVERITIES: {
    parse: words(SEVERITIES),
    default: null,
    defaultText: 'unset: none',
    effect:
      'Comma-separated severities that are not logged: `DEBUG`, `INFO`, `WARNING`, `ERROR`, `EMERGENCY`; the others of the existing server are accepted and filter nothing.',
  },
  LOG_FILTERED_MESSAGES: {
    parse: texts,
    default: null,
    defaultText: 'unset: none',
    effect: 'Comma-separated messages that are not logged: values of `msg`, such as `Request`.',
  },
  PRODUCTION: {
    parse: boolean,
    default: false,
    effect: '`true` also writes the log to LOG_FILE. Not in functions and workers, whose platform keeps the log.',
  },
  LOG_FILE: {
    parse: text,
    default: null,
    defaultText: '`service.log` in the data directory',
    effect:
      'File that the log is also written to with PRODUCTION, appended. Opened again on SIGHUP, and when it has been moved or removed, so that any tool may rotate it.',
  },
  METRICS_PORT: {
    parse: integer(1, 65_535),
    default: null,
    defaultText: 'unset: none',
    effect:
      'Port for `/metrics` alone, in the text format of Prometheus, on the address of HOST ([operate.md](operate.md#metrics)). Nothing is measured without it, METRICS_PUBLIC, or OTEL_EXPORTER_OTLP_ENDPOINT.',
  },
  METRICS_PUBLIC: {
    parse: boolean,
    default: false,
    effect: '`true` serves `/metrics` on PORT too, without authentication. Not in functions and workers.',
  },
  SMTP_HOST: {
    parse: text,
    default: null,
    defaultText: 'unset: no mail',
    effect:
      'Mail server for messages to the operator: that the process ended by an uncaught error, that the disk is nearly full, that the log file cannot be written. At most one an hour of each kind. Needs SMTP_RECIPIENTS. Not in functions and workers.',
  },
  SMTP_PORT: {
    parse: integer(1, 65_535),
    default: 587,
    effect:
      'Port of the mail server: 465 is TLS from the start, on others it begins with STARTTLS where the server has it.',
  },
  SMTP_USER: {
    parse: text,
    default: null,
    defaultText: 'unset: no sign-in',
    effect: 'User of the mail server; also the sender when it is an address. Needs SMTP_PASS.',
  },
  SMTP_PASS: {
    parse: text,
    default: null,
    effect: 'Password of SMTP_USER.',
    secret: true,
  },
  SMTP_RECIPIENTS: {
    parse: texts,
    default: null,
    effect:
      'Comma-separated addresses that the mail is sent to. The first is also the sender, unless SMTP_USER is an address.',
  },
} as const;
