import { describe, expect, it } from 'vitest';
import { ctidOf, identifierOf, knownUuids } from './identifiers.ts';

describe('the identifier of an object', () => {
  const [one, other] = ['0f0e9a2c-1111-4222-8333-444455556666', '1f0e9a2c-1111-4222-8333-444455556666'];
  const identifier = (id: string, properties: Readonly<Record<string, string[]>> = {}): string =>
    identifierOf({ id, properties: new Map(Object.entries(properties)) });

  it('is the one that it came with, else the UUID of its id, that of its CTID, or one that follows from its id', () => {
    const ctid = { 'ceterms:ctid': [`ce-${other}`] };
    expect(identifier(`https://a.example/${one}`, { 'schema:identifier': ['x', other] })).toBe(other);
    expect(identifier(`https://a.example/${one}`, ctid)).toBe(one);
    expect(identifier('https://a.example/1', ctid)).toBe(other);
    expect(identifier('https://example.org/comp/1')).toBe('6825b92b-217a-36ce-8a79-d3fd89c0eec0');
  });

  it('and its CTID name a stored object', () => {
    const object = { 'schema:identifier': { '@value': one }, 'ceterms:ctid': `ce-${other.toUpperCase()}` };
    expect(knownUuids(object, 'https://a.example/1')).toEqual([one, other]);
    expect(knownUuids({ identifier: one }, 'https://a.example/1')).toEqual([one]);
  });

  it('is in the CTID of an object without one', () => {
    expect(ctidOf(`https://example.org/ce-${one.toUpperCase()}`)).toBe(`ce-${one}`);
  });
});
