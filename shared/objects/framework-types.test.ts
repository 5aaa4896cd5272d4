import { describe, expect, test } from 'vitest';
import { isCullable, isFramework } from './framework-types.ts';

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
