const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/**
 * The time in a text of another system: of ISO 8601, in the basic or the extended format, and so of RFC 3339 and XML Schema.
 *
 * A date is a year, a year and month, or a day: of a month, a year or a week. A time of day needs a day, and may end after the
 * hour or the minute. Without a zone, UTC is meant. A blank may separate date and time, `T` and `Z` may be in lower case (RFC 3339,
 * 5.6), and the offset may be basic where the rest is extended, as several libraries write it. Digits after the milliseconds
 * are ignored. A leap second counts as the second after it.
 *
 * @returns UTC milliseconds; null for any other text, and for a day, a time of day or an offset that does not exist
 */
export function parseTime(text: string): number | null {
  const [, date = '', clock] = /^([^T ]+)(?:[T ](.+))?$/i.exec(text) ?? [];
  if (clock !== undefined) {
    const day = dayIn(date);
    return day === null ? null : timeIn(clock, day, date.includes('-'));
  }
  const [, zoned, zone] = /^(\d{4}-\d\d-\d\d)(Z|[+-]\d\d:\d\d)$/i.exec(date) ?? []; // XML Schema, date
  if (zoned === undefined) return dayIn(date) ?? monthIn(date);
  const [day, offset] = [dayIn(zoned), offsetIn(zone)];
  return day === null || offset === null ? null : day - offset;
}

const CLOCK =
  /^(?<hour>\d\d)(?:(?<colon>:?)(?<minute>\d\d)(?:\k<colon>(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?)?(?<zone>Z|[+-][\d:]+)?$/i;

/** @param day its beginning, UTC milliseconds */
function timeIn(clock: string, day: number, isExtended: boolean): number | null {
  const groups = CLOCK.exec(clock)?.groups;
  if (groups === undefined) return null;
  const { colon, fraction = '' } = groups;
  if (colon !== undefined && (colon === ':') !== isExtended) return null;
  const [hour = 0, minute = 0, second = 0] = [groups['hour'], groups['minute'], groups['second']].map((digits) =>
    Number(digits ?? 0),
  );
  const offset = offsetIn(groups['zone']);
  if (offset === null || minute > 59 || second > 60) return null;
  const ms = hour * 60 * MINUTE_MS + minute * MINUTE_MS + second * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (hour > 23 && ms !== DAY_MS) return null; // 24:00 is the end of the day
  const time = day + ms - offset;
  return second === 60 && !followsLeapSecond(time) ? null : time;
}

/** Leap seconds end a month in UTC (RFC 3339, 5.7). */
function followsLeapSecond(time: number): boolean {
  const date = new Date(time);
  return date.getUTCDate() === 1 && time - utcDay(date.getUTCFullYear(), date.getUTCMonth(), 1) < 1000;
}

/** Milliseconds that a zone is ahead of UTC; null for one that does not exist. */
function offsetIn(zone: string | undefined): number | null {
  if (zone === undefined || /^Z$/i.test(zone)) return 0;
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(zone) ?? [];
  if (Number(hours ?? 24) > 23 || Number(minutes) > 59) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** The beginning of a day, UTC milliseconds. */
function dayIn(date: string): number | null {
  const [, ...ofMonth] = /^(\d{4})(-?)(\d\d)\2(\d\d)$/.exec(date) ?? [];
  if (ofMonth.length > 0) return existing(Number(ofMonth[0]), Number(ofMonth[2]) - 1, Number(ofMonth[3]));
  const [, ...ofYear] = /^(\d{4})-?(\d{3})$/.exec(date) ?? [];
  if (ofYear.length > 0) return ordinal(Number(ofYear[0]), Number(ofYear[1]));
  const [, ...ofWeek] = /^(\d{4})(-?)W(\d\d)\2([1-7])$/.exec(date) ?? [];
  return ofWeek.length > 0 ? weekday(Number(ofWeek[0]), Number(ofWeek[2]), Number(ofWeek[3])) : null;
}

/** The beginning of a month or year, UTC milliseconds. */
function monthIn(date: string): number | null {
  const [, year, month = '01'] = /^(\d{4})(?:-(\d\d))?$/.exec(date) ?? [];
  return year === undefined ? null : existing(Number(year), Number(month) - 1, 1);
}

function existing(year: number, month: number, day: number): number | null {
  const time = utcDay(year, month, day);
  const date = new Date(time);
  return date.getUTCMonth() === month && date.getUTCDate() === day ? time : null;
}

function ordinal(year: number, day: number): number | null {
  const time = utcDay(year, 0, day);
  return new Date(time).getUTCFullYear() === year ? time : null;
}

/**
 * The first week of a year is the one with 4 January (ISO 8601-1, 3.1.1.23); a week belongs to the year of its
 * Thursday.
 */
function weekday(year: number, week: number, day: number): number | null {
  const january4 = utcDay(year, 0, 4);
  const monday = january4 - ((new Date(january4).getUTCDay() + 6) % 7) * DAY_MS + (week - 1) * 7 * DAY_MS;
  const thursday = new Date(monday + 3 * DAY_MS);
  return thursday.getUTCFullYear() === year ? monday + (day - 1) * DAY_MS : null;
}

/** Not `Date.UTC`, which maps the years before 100 to the last century. */
function utcDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}
