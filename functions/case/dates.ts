/** A date of ISO 8601 with four digits for the year, and possibly a time and an offset; spaces and lower case as other systems write them. */
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)? ?(?:([Zz])|([+-]\d{2}):?(\d{2})?)?)?$/;

/** The date-time (RFC 3339, 5.6) that a text says; without an offset, UTC. Null for what is not one, such as 30 February or a year alone. */
export function dateTimeOf(text: string): string | null {
  const match = DATE_TIME.exec(text.trim());
  if (match === null) return null;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction] = match;
  const [, , , , , , , , zulu, hours, minutes = '00'] = match;
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  const isOffset = hours === undefined || (Math.abs(Number(hours)) < 24 && Number(minutes) < 60);
  if (!isDay(Number(year), Number(month), Number(day)) || !isTime || !isOffset) return null;
  const offset = hours === undefined || zulu !== undefined ? 'Z' : `${hours}:${minutes}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}${offset}`;
}

/** The full-date (RFC 3339, 5.6) that a text says; of a date-time, its date. */
export function dateOf(text: string): string | null {
  return dateTimeOf(text)?.slice(0, 10) ?? null;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
