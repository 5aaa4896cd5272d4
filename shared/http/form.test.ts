import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readForm } from './form.ts';

const TYPE = 'multipart/form-data; boundary=b';
const NAMES = ['a', 'p0', 'p1', 'p2', 'p3'];

async function read(body: string): Promise<Record<string, string>> {
  const form = await readForm(new TextEncoder().encode(body), TYPE, 1000);
  return Object.fromEntries(NAMES.map((name) => [name, form.get(name)]).filter(([, text]) => text !== undefined));
}

const A = 'Content-Disposition: form-data; name="a"';
const PART = `--b\r\n${A}\r\n\r\n1\r\n`;
const END = '--b--\r\n';

test.each([
  ['nothing more', `${PART}${END}`],
  ['a preamble', `This is a message in several parts.\r\nOld readers show this.\r\n${PART}${END}`],
  ['an empty line in front', `\r\n${PART}${END}`],
  ['a preamble that almost is a boundary', `--\r\n --b\r\nx--b\r\n--c\r\n${PART}${END}`],
  ['an epilogue', `${PART}${END}\r\nThe end.\r\n--b\r\n${A}\r\n\r\n2\r\n--b--`],
  ['no line break at the end', `${PART}--b--`],
  ['blanks behind boundaries', `--b \t \r\n${A}\r\n\r\n1\r\n--b--  \r\n`],
  ['a folded field', `--b\r\nContent-Disposition: form-data;\r\n name="a"\r\n\r\n1\r\n${END}`],
  ['a field folded by a tab', `--b\r\nContent-Disposition:\r\n\tform-data;\r\n \t name=a\r\n\r\n1\r\n${END}`],
  ['a folded field that is ignored', `--b\r\nX: y\r\n z: "\r\n${A}\r\n\r\n1\r\n${END}`],
  ['several fields', `--b\r\nContent-Type: text/plain\r\n${A}\r\nContent-Length: 1\r\n\r\n1\r\n${END}`],
  [
    'names of fields in any case, as a file',
    `--b\r\ncontent-disposition: FORM-DATA; filename="x"; name="a"\r\n\r\n1\r\n${END}`,
  ],
  ['names of parameters in any case', `--b\r\n${A.replace('name=', 'FileName="; name=c"; NAME=')}\r\n\r\n1\r\n${END}`],
])('%s: the form is read', async (_, body) => {
  expect(await read(body)).toEqual({ a: '1' });
});

test.each([
  ['what looks folded', 'x\r\n y\r\n\tz'],
  ['what looks like a boundary', '--b\r\nx'],
  ['what begins like a boundary', 'x\r\n--c\r\n-b'],
  ['empty lines', '\r\n\r\n\r\n'],
  ['nothing', ''],
  ['a boundary without a line break, and what looks folded', '--c\r\nx: y\r\n z'],
])('in a part %s is kept', async (_, value) => {
  expect(await read(`${PART.replace('1', value.replaceAll('--b', ' --b'))}${END}`)).toEqual({
    a: value.replaceAll('--b', ' --b'),
  });
});

test.each([
  ['a part without a header', `--b\r\n\r\nx\r\n${PART}${END}`],
  ['a part without a name', `--b\r\nContent-Type: text/plain\r\n\r\n1\r\n${END}`],
  ['no part', END.replace('b--', 'c--')],
  ['no boundary at the beginning of a line', `x${PART}x${END}`],
  ['a long header', `--b\r\nX: ${'x'.repeat(8192)}\r\n y\r\n${A}\r\n\r\n1\r\n${END}`],
  ['no end', PART],
  ['line feeds alone', `${PART}${END}`.replaceAll('\r\n', '\n')],
])('%s: malformed-multipart', async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'malformed-multipart' });
});

test('a header that is not UTF-8 is malformed', async () => {
  const bytes = Uint8Array.from(`${PART}${END}`.replace('"a"', '"\u00ff"'), (character) => character.charCodeAt(0));
  await expect(readForm(bytes, TYPE, 1000)).rejects.toMatchObject({ code: 'malformed-multipart' });
});

test('values are returned unchanged, whatever surrounds the parts', async () => {
  const value = fc
    .array(fc.constantFrom('\r\n', '\n', '\r', '-', '--', 'b', ' ', '\t', 'x', '--b', '\r\n-'), { maxLength: 30 })
    .map((parts) => parts.join(''))
    .filter((text) => !`\r\n${text}\r\n`.includes('\r\n--b'));
  const around = fc.constantFrom('', 'x', 'x\r\ny\r\n--', '--c');
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 4 }), around, around, async (values, before, after) => {
      const parts = values.map(
        (text, index) => `--b\r\nContent-Disposition: form-data;\r\n name="p${index}"\r\n\r\n${text}\r\n`,
      );
      const body = `${before}${before && '\r\n'}${parts.join('')}--b--\r\n${after}`;
      expect(await read(body)).toEqual(Object.fromEntries(values.map((text, index) => [`p${index}`, text])));
    }),
  );
});

test('contradicting parts are refused only if they are read', async () => {
  const parts = [PART, PART.replace('"a"', '"b"'), PART.replace('"a"', '"b"').replace('1', '2')].join('');
  const form = await readForm(new TextEncoder().encode(`${parts}${PART}${END}`), TYPE, 1000);
  expect(form.get('a')).toBe('1');
  expect(() => form.get('b')).toThrow(expect.objectContaining({ code: 'malformed-request' }));
});
