import { describe, expect, it } from 'vitest';
import { resolveTail } from './resolve.ts';

const BASES = ['https://here.example/api/'];
const UUID = '0f0e9a2c-1111-4222-8333-444455556666';
const ID = 'https://example.org/frameworks/1';

describe('the end of a path', () => {
  it.each([
    [UUID, [UUID, `ce-${UUID}`]],
    [`ce-${UUID}`, [`ce-${UUID}`, UUID]],
    [`${UUID}/`, [UUID, `ce-${UUID}`]],
    [`Framework/${UUID}`, [UUID, `ce-${UUID}`]],
    ['abc', ['abc']],
    [encodeURIComponent(ID), [ID]],
  ])('%s names %j', (tail, names) => {
    expect(resolveTail(tail, null, BASES)).toEqual({ names, version: null });
  });

  it('may name a version', () => {
    expect(resolveTail(`Framework/${UUID}/7`, null, BASES).version).toBe(7);
    const own = `${BASES[0]}data/Framework/${UUID}`;
    expect(resolveTail(encodeURIComponent(`${own}/7`), null, BASES)).toEqual({ names: [own], version: 7 });
  });

  it('gives way to the parameter id, encoded once or twice', () => {
    for (const id of [ID, encodeURIComponent(ID)]) expect(resolveTail('x', id, BASES).names).toEqual([ID]);
  });

  it('is refused if it is empty or not encoded correctly', () => {
    for (const tail of ['', '/', '%ff']) expect(() => resolveTail(tail, null, BASES)).toThrow(/names no object|UTF-8/);
    expect(() => resolveTail('', 'https%3A%ff', BASES)).toThrow('id is not percent-encoded correctly.');
  });
});
