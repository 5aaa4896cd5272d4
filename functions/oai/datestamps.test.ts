import { expect, test } from 'vitest';
import { datestampOf, isIn, rangeOf } from './datestamps.ts';

const time = (text: string) => Date.parse(text);

test('a range of days has its first and its last day as a whole', () => {
  const range = rangeOf('2026-03-01', '2026-03-02');
  expect(isIn(range, time('2026-02-28T23:59:59.999Z'))).toBe(false);
  expect(isIn(range, time('2026-03-01T00:00:00.000Z'))).toBe(true);
  expect(isIn(range, time('2026-03-02T23:59:59.999Z'))).toBe(true);
  expect(isIn(range, time('2026-03-03T00:00:00.000Z'))).toBe(false);
});

test('a range of seconds has what its datestamps say, whatever the milliseconds', () => {
  const second = '2026-03-01T10:00:00Z';
  const range = rangeOf(second, second);
  for (const at of ['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.999Z']) {
    expect([datestampOf(time(at)), isIn(range, time(at))]).toEqual([second, true]);
  }
  expect(isIn(range, time('2026-03-01T10:00:01.000Z'))).toBe(false);
  expect(isIn(rangeOf(null, null), 0)).toBe(true);
});

test.each([
  ['2026-02-30', null],
  ['2026-3-1', null],
  ['2026-03-01T10:00:00', null],
  ['2026-03-01T10:00:00+00:00', null],
  ['2026-03-01T24:00:01Z', null],
  ['', null],
  ['2026-03-02', '2026-03-01'],
  ['2026-03-01', '2026-03-01T00:00:00Z'],
])('%s to %s is no range', (from, until) => {
  expect(() => rangeOf(from, until)).toThrow(expect.objectContaining({ code: 'badArgument' }));
});
