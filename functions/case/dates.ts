import { parseTime } from '../../shared/repository/linked-data/time.ts';

/** A day, and possibly a time of day and an offset, in the extended format of ISO 8601. */
const DATE_TIME =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<minute>(?:[01]\d|2[0-3]):\d\d)(?<second>:\d\d)?(?<fraction>[.,]\d+)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** The date-time (RFC 3339, 5.6) in a text; UTC without an offset. Null for any other text, such as 30 February or a year alone. */
export function dateTimeOf(text: string): string | null {
  const written = text.trim().replace(/ (?=(?:Z|[+-]\d\d:?\d\d)$)/i, '');
  const parts = DATE_TIME.exec(written)?.groups;
  if (parts === undefined || parseTime(written) === null) return null;
  const { day, minute = '00:00', second = ':00', fraction = '', zone = 'Z' } = parts;
  const [sign, hours = '', minutes = '00'] = /^[+-]/.test(zone) ? [zone[0], zone.slice(1, 3), zone.slice(3)] : [];
  const offset = sign === undefined ? 'Z' : `${sign}${hours}:${minutes.replace(':', '') || '00'}`;
  return `${day}T${minute}${second}${fraction.replace(',', '.')}${offset}`;
}

/** The full-date (RFC 3339, 5.6) in a text, which may be a date-time. */
export function dateOf(text: string): string | null {
  return dateTimeOf(text)?.slice(0, 10) ?? null;
}
