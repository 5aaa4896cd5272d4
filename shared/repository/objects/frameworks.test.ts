import { describe, expect, test } from 'vitest';
import { frameworkReferences, isCullable, isFramework } from './frameworks.ts';

const object = (context: string, type: string | string[], members = {}) => ({
  '@context': context,
  '@type': type,
  '@id': 'https://example.org/1',
  ...members,
});

describe('competencies and relations of the service', () => {
  test.each([
    ['https://schema.cassproject.org/0.4', 'Competency'],
    ['https://schema.cassproject.org/0.4/', 'Relation'],
    ['https://schema.svc.org/0.4', 'Competency'],
    ['http://schema.cassproject.org/0.2', 'Relation'],
    ['http://schema.cassproject.org/0.3', 'Competency'],
    ['http://schema.eduworks.com/cass/0.1', 'Competency'],
    ['https://schema.org', 'https://schema.cassproject.org/0.4/Competency'],
  ])('%s %s is one', (context, type) => expect(isCullable(object(context, type))).toBe(true));

  test.each([
    ['https://schema.org', 'Competency'],
    ['https://purl.org/ctdlasn/terms/', 'Competency'],
    ['https://schema.cassproject.org/0.4', 'Framework'],
    ['https://schema.cassproject.org/0.4', 'Level'],
    ['https://schema.cassproject.org/1.4', 'Competency'],
    ['https://schema.cassproject.org.example.org/0.4', 'Competency'],
  ])('%s %s is none', (context, type) => expect(isCullable(object(context, type))).toBe(false));

  test.each([
    object('https://schema.cassproject.org/kbac/0.4', 'EncryptedValue', { encryptedType: 'Competency' }),
    object('https://schema.cassproject.org/0.4', 'EncryptedValue', {
      encryptedType: 'https://schema.cassproject.org/0.4/Competency',
    }),
    object('https://schema.cassproject.org/0.4', ['Competency', 'EncryptedValue']),
  ])('an encrypted one is none: %o', (encrypted) => expect(isCullable(encrypted)).toBe(false));
});

describe('frameworks', () => {
  test.each([
    object('https://schema.cassproject.org/0.4', 'Framework'),
    object('https://schema.svc.org/0.4', 'Framework'),
    object('http://schema.eduworks.com/cass/0.1', 'framework'),
    object('https://purl.org/ctdlasn/terms/', 'ceasn:CompetencyFramework'),
    object('https://schema.cassproject.org/0.4', ['Collection', 'https://schema.cassproject.org/0.4/Framework']),
    object('https://schema.cassproject.org/kbac/0.4', 'EncryptedValue', { encryptedType: 'Framework' }),
    object('https://schema.cassproject.org/kbac/0.4', 'EncryptedValue'),
  ])('%o may be one', (framework) => expect(isFramework(framework)).toBe(true));

  test.each([
    object('https://schema.cassproject.org/0.4', 'Competency', { name: 'framework' }),
    object('https://schema.cassproject.org/kbac/0.4', 'EncryptedValue', { encryptedType: 'Competency' }),
  ])('%o is none', (other) => expect(isFramework(other)).toBe(false));
});

const framework = (members: Record<string, never> | object) => ({
  '@context': 'https://schema.cassproject.org/0.4',
  '@type': 'Framework',
  '@id': 'https://example.org/f',
  ...members,
});

describe('references of a framework', () => {
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
