import { expect, test } from 'vitest';
import { byteRange } from './byte-range.ts';

function rangeOf(range: string, condition?: string) {
  const headers = new Headers({ range, ...(condition !== undefined && { 'if-range': condition }) });
  return byteRange({ headers }, 100, '"tag"');
}

test.each([
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['Bytes=99-99', { first: 99, last: 99 }],
  ['bytes=9-0', null],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
  ['bytes=0x1-2', null],
])('%s is %j', (range, expected) => {
  expect(rangeOf(range)).toEqual(expected);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s is behind the end', (range) => {
  expect(() => rangeOf(range)).toThrow('The file has 100 bytes.');
});

test('a range of another state of the file is ignored', () => {
  expect(rangeOf('bytes=0-9', '"tag"')).toEqual({ first: 0, last: 9 });
  expect(rangeOf('bytes=0-9', '"other"')).toBeNull();
  expect(rangeOf('bytes=0-9', 'W/"tag"')).toBeNull();
});
