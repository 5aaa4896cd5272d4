import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { parseJson } from './json.ts';
import { itemsOfText, scanInSlices, valueAt } from './json-items.ts';
import { JsonScan, type JsonScanOptions, JsonText, LARGE_OBJECT_LENGTH, MAX_DEPTH } from './json-scan.ts';

const what = 'It';

function scan(text: string, options: Partial<JsonScanOptions> = {}, step = text.length): JsonScan {
  const whole = new JsonScan(text, { what, ...options });
  while (whole.advance(step));
  return whole;
}

function problemOf(run: () => unknown): Problem | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Values with what a scanner could trip over in their texts. */
const awkward = fc.constantFrom(
  '"',
  '\\',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '\\"',
  'u0041',
  '\n',
  'ü',
  '😀',
  '\u2028',
  '/',
);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.array(awkward).map((parts) => parts.join('')),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.integer(),
    fc.constantFrom(true, false, null),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(text, tie('value'), { maxKeys: 5 }),
  ),
}));
const white = fc.stringMatching(/^[ \t\n\r]{0,3}$/);

/** JSON text of a value, with white space of any kind between its tokens and some characters as escapes. */
const jsonText = fc.tuple(value, fc.infiniteStream(white), fc.boolean()).map(([json, spaces, escaped]) => {
  const space = (): string => String(spaces.next().value);
  const write = (one: unknown): string => {
    if (Array.isArray(one)) return `[${space()}${one.map((item) => write(item) + space()).join(`,${space()}`)}]`;
    if (typeof one === 'object' && one !== null) {
      const members = Object.entries(one).map(
        ([name, item]) => `${write(name)}${space()}:${space()}${write(item)}${space()}`,
      );
      return `{${space()}${members.join(`,${space()}`)}}`;
    }
    const plain = JSON.stringify(one);
    if (!escaped || typeof one !== 'string') return plain;
    return plain.replace(/[a-z](?![^"]*\\)/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  };
  return `${space()}${write(json)}${space()}`;
});

/** The same with one of its characters replaced, removed or added: nearly none of them is still JSON. */
const nearlyJson = fc
  .tuple(
    jsonText,
    fc.nat(),
    fc.nat({ max: 2 }),
    fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', '0', '.', '-', 'e', 't', ' ', '\u0000'),
  )
  .map(([json, place, removed, added]) => {
    const at = json.length === 0 ? 0 : place % json.length;
    return json.slice(0, at) + added + json.slice(at + removed);
  });

describe('a scan', () => {
  test('accepts exactly the texts that JSON.parse accepts, in steps of any size', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, nearlyJson, text), fc.integer({ min: 1, max: 9 }), (json, step) => {
        const parsed = problemOf(() => parseJson(json, what));
        expect(problemOf(() => scan(json))?.message, json).toBe(parsed?.message);
        expect(problemOf(() => scan(json, {}, step))?.message, json).toBe(parsed?.message);
        let isJson = true;
        try {
          JSON.parse(json);
        } catch {
          isJson = false;
        }
        expect(parsed === null, json).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });

  test('splits an array into texts of the same values, and counts those', () => {
    fc.assert(
      fc.property(fc.array(jsonText), white, fc.integer({ min: 1, max: 9 }), (items, space, step) => {
        const json = `${space}[${space}${items.join(',')}${space}]`;
        const { items: spans, values, kind } = scan(json, { maxItems: items.length }, step);
        expect(kind).toBe('array');
        expect(spans.map(({ start, end }) => JSON.parse(json.slice(start, end)))).toEqual(JSON.parse(json));
        expect(spans.reduce((sum, span) => sum + span.values, 1)).toBe(values);
        expect(values).toBe(countOf(JSON.parse(json)));
      }),
    );
  });

  test('reports the requested members, also with escaped or repeated names', () => {
    const json = '{"a":[{"data":0}],"d\\u0061ta":1,"other":{"data":2},"data": [3, 4] ,"signatureSheet":"x"}';
    const { members } = scan(json, { members: new Set(['data', 'signatureSheet', 'ids']) });
    const texts = [...members].map(([name, { start, end }]) => [name, json.slice(start, end)]);
    expect(texts).toEqual([
      ['data', '[3, 4]'],
      ['signatureSheet', '"x"'],
    ]);
  });

  test.each([
    ['0', false],
    ['-12345678901234', false],
    ['1234567890123456', true],
    ['[1, 1e5]', true],
    ['{"a":0.1234567890123456}', true],
    ['"1234567890123456"', false],
  ])('of %s finds a number that a double may not keep: %s', (json, found) => {
    expect(scan(json).hasLongNumber).toBe(found);
  });

  test.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['{"a":1,}', 'position 7'],
    ['[1 2]', 'position 3'],
    ['[1]]', 'position 3'],
    ['[1}', 'position 2'],
    ['{"a":tru}', 'position 8'],
    ['{"a":"\\x"}', 'position 7'],
    ['{"a":"\u0001"}', 'position 6'],
    ['[01]', 'position 2'],
    ['[1', 'position 2'],
    ['"a', 'position 2'],
  ])('of %j reports the error and its position: %s', (json, words) => {
    expect(problemOf(() => scan(json))).toMatchObject({
      code: 'malformed-json',
      message: expect.stringContaining(words),
    });
  });

  test('refuses text that nests too deeply, and an array at its first item above the limit, without reading on', () => {
    expect(problemOf(() => scan('['.repeat(MAX_DEPTH + 1)))?.code).toBe('too-deep');
    expect(problemOf(() => scan('[1,2,3', { maxItems: 2 }))?.code).toBe('body-too-large');
    expect(problemOf(() => scan('[[1,2,3],{"a":1,"b":2,"c":3}]', { maxItems: 2 }))).toBeNull();
  });
});

describe('the items of a large array', () => {
  const large = `"${'x'.repeat(LARGE_OBJECT_LENGTH)}"`;

  test('are parsed one by one, but for those that are large themselves', async () => {
    const array = `[1, ${large}, {"a": 12345678901234567890}]`;
    const items = await itemsOfText(new JsonText(array, 4), what, 10);
    const [one, two, three] = [...(items ?? [])];
    expect(one).toBe(1);
    expect(two).toEqual(new JsonText(large, 1));
    expect(JSON.stringify(three)).toBe('{"a":12345678901234567890}');
  });

  test('are none where the text is not an array', async () => {
    expect(await itemsOfText(new JsonText(large, 1), what, 10)).toBeNull();
  });

  test('a text is scanned to its end, however long, while other tasks run', async () => {
    const json = `[${'{},'.repeat(1_000_000)}0]`;
    let others = 0;
    const timer = setInterval(() => others++, 1);
    const { values } = await scanInSlices(json, { what });
    clearInterval(timer);
    expect(values).toBe(1_000_002);
    expect(others).toBeGreaterThan(0);
    expect(valueAt('[7]', { start: 1, end: 2, values: 1 })).toBe(7);
  });
});

function countOf(json: unknown): number {
  const inner = typeof json === 'object' && json !== null ? Object.values(json) : [];
  return inner.reduce((sum: number, one) => sum + countOf(one), 1);
}
