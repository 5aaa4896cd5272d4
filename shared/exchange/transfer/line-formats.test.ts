import { describe, expect, it } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { parseLine } from './line-formats.ts';

describe('a line of an import', () => {
  it('is a JSON-LD object by itself, even one with a member "object"', () => {
    const object = { '@id': 'https://example.org/1', object: 'https://example.org/2', version: 'draft' };
    expect(parseLine(JSON.stringify(object))).toEqual({ version: { object } });
  });

  it('is an object with the facts of its version', () => {
    const line = { object: { '@id': 'https://example.org/1' }, version: 3, time: 5, deleted: true, names: ['a'] };
    expect(parseLine(JSON.stringify(line))).toEqual({ version: line });
  });

  it.each([
    ['{"object":', 'malformed-json'],
    ['[]', 'invalid-object'],
    ['"text"', 'invalid-object'],
    ['{"object":{},"version":-1}', 'invalid-object'],
    ['{"object":{},"version":"1"}', 'invalid-object'],
    ['{"object":{},"version":9007199254740993}', 'invalid-object'],
    ['{"object":{},"time":1.5}', 'invalid-object'],
    ['{"object":{},"deleted":1}', 'invalid-object'],
    ['{"object":{},"names":"a"}', 'invalid-object'],
    ['{"object":{},"names":[1]}', 'invalid-object'],
  ])('is refused when it is %s', (text, code) => {
    const problem = (): unknown => {
      try {
        return parseLine(text);
      } catch (error) {
        return error instanceof Problem ? error.code : error;
      }
    };
    expect(problem()).toBe(code);
  });
});
