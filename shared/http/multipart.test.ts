import { expect, test } from 'vitest';
import { boundaryOf, firstPart } from './multipart.ts';

const HEADER = 'Content-Type:application/json';
const PART = `--b\r\n${HEADER}\r\n\r\n[1]\r\n`;
const ATTACHMENT = '--b\r\nX-Experience-API-Hash: 1\r\n\r\n\u00ff\r\n\r\n--\r\n';
const END = '--b--';

function read(body: string) {
  const part = firstPart(
    Uint8Array.from(body, (character) => character.charCodeAt(0)),
    'b',
  );
  return part && [part.header, part.content].map((bytes) => new TextDecoder().decode(bytes));
}

test.each([
  ['alone', `${PART}${END}\r\n`],
  ['before attachments', `${PART}${ATTACHMENT}${ATTACHMENT}${END}`],
  ['before a part without header', `${PART}--b\r\n\r\nx\r\n${END}`],
  ['after a preamble', `Old readers show this.\r\n${PART}${END}`],
  ['before an epilogue', `${PART}${END}foobar\r\n--b\r\n`],
  ['after a boundary with blanks', `${PART.replace('--b', '--b \t')}--b-- `],
])('the first part is read %s', (_what, body) => {
  expect(read(body)).toEqual([HEADER, '[1]']);
});

test('a first part without header has only contents', () => {
  expect(read(`--b\r\n\r\n[1]\r\n${END}`)).toEqual(['', '[1]']);
});

test.each([
  ['no boundary', '[1]'],
  ['another boundary', PART.replace('--b', '--c') + END],
  ['no end', PART],
  ['no end after attachments', `${PART}${ATTACHMENT}`],
  ['only an end', END],
  ['line feeds alone (RFC 2046, 4.1.1)', `${PART}${END}`.replaceAll('\r\n', '\n')],
])('%s: there is no first part', (_what, body) => {
  expect(read(body)).toBeNull();
});

test.each([
  ['multipart/mixed; boundary=abc', 'abc'],
  ['multipart/mixed; boundary="a b:c"', 'a b:c'],
  ['multipart/mixed; charset=x;BOUNDARY=++++++', '++++++'],
])('the boundary in %s is %s', (type, boundary) => {
  expect(boundaryOf(type)).toBe(boundary);
});
