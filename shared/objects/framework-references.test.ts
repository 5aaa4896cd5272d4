import { describe, expect, test } from 'vitest';
import { frameworkReferences } from './framework-references.ts';

const framework = (members: Record<string, never> | object) => ({
  '@context': 'https://schema.cassproject.org/0.4',
  '@type': 'Framework',
  '@id': 'https://example.org/f',
  ...members,
});

describe('what a framework refers to', () => {
  test.each([
    ['lists', { competency: ['a', 'b'], relation: ['c'], level: ['d'] }, ['a', 'b', 'c']],
    ['one id without a list', { competency: 'a' }, ['a']],
    ['objects with ids', { competency: [{ '@id': 'a', name: 'A' }, { id: 'b' }] }, ['a', 'b']],
    [
      'JSON-LD lists and sets',
      { competency: { '@list': [{ '@id': 'a' }, 'b'] }, relation: { '@set': 'c' } },
      ['a', 'b', 'c'],
    ],
    [
      'prefixed and whole names',
      { 'cass:competency': 'a', 'https://schema.cassproject.org/0.4/relation': 'b' },
      ['a', 'b'],
    ],
    ['nothing', { competency: [null, 7, true], relation: {} }, []],
  ])('in %s', (_name, members, ids) => {
    expect(frameworkReferences(framework(members))).toEqual({ ids, sealed: false });
  });

  test('cannot be read where it is encrypted, as a whole or in part', () => {
    const sealed = { '@type': 'EncryptedValue', '@context': 'https://schema.cassproject.org/kbac/0.4', payload: '…' };
    expect(frameworkReferences({ ...sealed, encryptedType: 'Framework' }).sealed).toBe(true);
    expect(frameworkReferences(framework({ competency: ['a', sealed] }))).toEqual({ ids: ['a'], sealed: true });
    expect(frameworkReferences(framework({ name: sealed, competency: ['a'] })).sealed).toBe(false);
  });
});
