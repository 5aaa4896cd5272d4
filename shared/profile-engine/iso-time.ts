const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * The time that a text means (ISO 8601: a date, or date and time of day; without a zone, UTC).
 *
 * @param withinDay milliseconds from the beginning of the day that a date alone stands for
 * @returns UTC milliseconds; null for any other text
 */
export function isoTime(text: string, withinDay = 0): number | null {
  const trimmed = text.trim();
  if (DATE.test(trimmed)) return finite(Date.parse(trimmed) + withinDay);
  const zone = DATE_TIME.exec(trimmed);
  if (zone === null) return null;
  const time = trimmed.replace(' ', 'T');
  return finite(Date.parse(zone[1] === undefined ? `${time}Z` : time));
}

function finite(time: number): number | null {
  return Number.isFinite(time) ? time : null;
}
