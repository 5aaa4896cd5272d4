import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { type JsonObject, parseJson, repeatsMember, setMember } from './json.ts';
import { MAX_DEPTH } from './json-scan.ts';

describe('parseJson', () => {
  it.each(['12345678901234567890', '-0.12345678901234567890', '1e400', '123456789012345.678901', '9007199254740993'])(
    'C23 keeps the number %s as it was written',
    (number) => {
      for (const text of [number, `[1,${number}]`, `{"a":{"b":${number}}}`]) {
        expect(JSON.stringify(parseJson(text, 'It'))).toBe(text);
      }
    },
  );

  it('C17 takes nesting up to the limit and refuses more, however much', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parseJson(nested(MAX_DEPTH), 'It')).not.toThrow();
    for (const depth of [MAX_DEPTH + 1, 1000, 100_000, 200_000]) {
      expect(() => parseJson(nested(depth), 'It')).toThrow(expect.objectContaining({ code: 'too-deep' }));
    }
  });

  it('C1 says where the text stops being JSON and does not repeat it', () => {
    const problem = caught(() => parseJson('{"secret": hunter2}', 'The request body'));
    expect(problem).toMatchObject({ code: 'malformed-json', message: expect.stringContaining('position 11') });
    expect(problem.message).not.toContain('hunter2');
  });

  it('C21 keeps a member called __proto__ as data', () => {
    const value = parseJson('{"__proto__":{"polluted":1},"constructor":2}', 'It');
    expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":1},"constructor":2}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const copy: JsonObject = {};
    setMember(copy, '__proto__', 1);
    expect(JSON.stringify(copy)).toBe('{"__proto__":1}');
  });

  test('C26 parses the output of JSON.stringify to an equal value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(JSON.parse(JSON.stringify(parseJson(text, 'It')))).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('repeatsMember', () => {
  it.each([
    ['{"a":1,"a":2}', true],
    ['[{"a":{"b":1,"b":1}}]', true],
    ['{"a":1,"b":{"a":1}}', false],
    ['{"a":"\\"b\\": 1, \\"b\\": 2"}', false],
    ['{"a" : ["x: y", "z\\\\"]}', false],
    ['{"x":["a",":b"]}', false],
  ])('finds that members are repeated in %s: %s', (text, repeats) => {
    expect(repeatsMember(text, parseJson(text, 'It'))).toBe(repeats);
  });
});

function caught(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
