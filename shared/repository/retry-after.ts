import { parseTime } from './linked-data/time.ts';

/** Milliseconds that a response asks to wait (RFC 9110, 10.2.3), from 0 to `maxMs`; null when it does not. */
export function retryAfterMs(headers: Headers, now: number, maxMs: number): number | null {
  const value = headers.get('retry-after');
  if (value === null) return null;
  const until = /^\d+$/.test(value) ? now + Number(value) * 1000 : httpDate(value);
  return until === null ? null : Math.min(maxMs, Math.max(0, until - now));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A time as HTTP writes it (RFC 9110, 5.6.7: IMF-fixdate). @returns UTC milliseconds */
function httpDate(value: string): number | null {
  const [, day, name = '', year, clock] =
    /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) GMT$/.exec(value) ?? [];
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0');
  return parseTime(`${year}-${month}-${day}T${clock}Z`);
}
