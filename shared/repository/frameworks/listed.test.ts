import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../linked-data/json.ts';
import { listedIn, mentionedIn } from './listed.ts';

const ID = 'https://example.org/api/data/c/x';
const LISTS = ['competency', 'relation'];

const framework = (members: JsonObject): JsonObject => ({
  '@context': 'https://schema.cassproject.org/0.4',
  '@type': 'Framework',
  '@id': 'https://example.org/f',
  ...members,
});

describe('the ids that a framework lists, and those that it mentions besides,', () => {
  test.each<[string, JsonObject, readonly string[], readonly string[]]>([
    ['lists', { competency: ['a', 'b'], relation: ['c'], level: ['d'] }, ['a', 'b', 'c'], ['a', 'b', 'c']],
    ['one id without a list', { competency: 'a' }, ['a'], ['a']],
    ['objects with ids', { competency: [{ '@id': 'a', name: 'A' }, { id: 'b' }] }, ['a'], ['a', 'b']],
    ['an id twice, once with a version', { competency: [ID, `${ID}/17`] }, [ID], [ID, `${ID}/17`]],
    [
      'JSON-LD lists and sets',
      { competency: { '@list': [{ '@id': 'a' }, 'b'] }, relation: { '@set': 'c' } },
      [],
      ['a', 'b', 'c'],
    ],
    [
      'prefixed and whole names',
      { 'cass:competency': 'a', 'https://schema.cassproject.org/0.4/relation': 'b', subcompetency: 'c' },
      [],
      ['a', 'b'],
    ],
    ['nothing', { competency: [null, 7, true], relation: {} }, [], []],
  ])('are found in %s', (_name, members, listed, mentioned) => {
    expect(listedIn(framework(members), LISTS, [])).toEqual(listed);
    expect(mentionedIn(framework(members), LISTS)).toEqual({ ids: mentioned, sealed: false });
  });

  test('are known in part where something is encrypted', () => {
    const sealed = { '@type': 'EncryptedValue', '@context': 'https://schema.cassproject.org/kbac/0.4', payload: '…' };
    expect(mentionedIn({ ...sealed, encryptedType: 'Framework' }, LISTS).sealed).toBe(true);
    expect(mentionedIn(framework({ competency: ['a', sealed] }), LISTS)).toEqual({ ids: ['a'], sealed: true });
    expect(mentionedIn(framework({ name: sealed, competency: ['a'] }), LISTS).sealed).toBe(false);
  });
});
