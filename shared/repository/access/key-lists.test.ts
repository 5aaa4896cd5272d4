import { describe, expect, test } from 'vitest';
import type { Problem } from '../../base/errors/problem.ts';
import { type Json, type JsonObject, parseJson } from '../linked-data/json.ts';
import { isEncryptedValue } from './kbac-types.ts';
import { normalizeKeyLists, readObjectKeys } from './key-lists.ts';
import { accessFacts } from './permissions.ts';
import { publicKey } from './testing/caller.ts';

const [alice, bob, carol, dave] = [publicKey(1), publicKey(2), publicKey(3), publicKey(4)];

function inLines(pem: string, lineBreak = '\n'): string {
  return pem.replace('KEY-----M', `KEY-----${lineBreak}M`).replace('-----END', `${lineBreak}-----END`);
}

function problemOf(object: JsonObject): Pick<Problem, 'code' | 'status' | 'extras'> {
  try {
    accessFacts(object);
  } catch (error) {
    return error as Problem;
  }
  throw new Error('nothing was wrong');
}

describe('the keys of an object', () => {
  test('are those of all four spellings', () => {
    const object = { owner: [alice.pem], '@owner': [bob.pem], reader: [carol.pem], '@reader': [dave.pem] };
    const { owners, readers } = readObjectKeys(object);
    expect(owners.map((key) => key.id)).toEqual([alice.id, bob.id]);
    expect(readers.map((key) => key.id)).toEqual([carol.id, dave.id]);
  });

  test('are empty for a missing list, an empty list and null', () => {
    expect(readObjectKeys({ a: 1 })).toEqual({ owners: [], readers: [] });
    expect(readObjectKeys({ owner: [], '@reader': null })).toEqual({ owners: [], readers: [] });
  });

  test('are refused with their position when a list is ambiguous', () => {
    expect(problemOf({ '@owner': alice.pem })).toMatchObject({
      code: 'invalid-object',
      status: 400,
      extras: { where: '/@owner' },
    });
    expect(problemOf({ reader: {} })).toMatchObject({ code: 'invalid-object', extras: { where: '/reader' } });
    expect(problemOf({ reader: 'Alice' })).toMatchObject({ code: 'invalid-object', extras: { where: '/reader' } });
    expect(problemOf({ reader: [alice.pem, 5] })).toMatchObject({
      code: 'invalid-object',
      extras: { where: '/reader/1' },
    });
    expect(problemOf({ owner: [[alice.pem]] })).toMatchObject({
      code: 'invalid-object',
      extras: { where: '/owner/0' },
    });
    expect(problemOf({ owner: ['Alice'] })).toMatchObject({
      code: 'malformed-key',
      status: 400,
      extras: { where: '/owner/0' },
    });
    expect(problemOf({ owner: [''] })).toMatchObject({ code: 'malformed-key' });
    expect(problemOf({ a: [{ b: { '@reader': ['-----BEGIN PUBLIC KEY-----x'] } }] })).toMatchObject({
      code: 'malformed-key',
      extras: { where: '/a/0/b/@reader' },
    });
    expect(problemOf({ a: { owner: '-----BEGIN' } })).toMatchObject({
      code: 'malformed-key',
      extras: { where: '/a/owner' },
    });
  });

  const WRAPPED: Record<string, (pem: string) => Json> = {
    '@value': (pem) => ({ '@value': pem }),
    '@value in an array': (pem) => [{ '@value': pem }],
    '@value with a type': (pem) => [{ '@type': 'http://www.w3.org/2001/XMLSchema#string', '@value': pem }],
    '@value of an array': (pem) => ({ '@value': [pem] }),
    '@list': (pem) => ({ '@list': [pem] }),
    '@list in an array': (pem) => [{ '@list': [{ '@value': pem }] }],
    '@set': (pem) => ({ '@set': pem }),
    '@id': (pem) => [{ '@id': pem }],
    id: (pem) => ({ id: pem }),
    'a language map': (pem) => ({ '@none': [pem] }),
    'an array of arrays': (pem) => [[pem]],
    'deep arrays': (pem) => [[[[{ '@set': [[pem]] }]]]],
    'an object of another kind': (pem) => [{ publicKey: { pem } }],
    'beside a plain key': (pem) => [pem, { '@value': pem }],
  };
  const NAMES = ['owner', '@owner', 'reader', '@reader'];
  const PLACES: Record<string, (node: JsonObject) => JsonObject> = {
    '/a': (node) => ({ a: node }),
    '/a/1/b': (node) => ({ a: [0, { b: node }] }),
    '/@graph/0': (node) => ({ '@graph': [node] }),
    '/a/0/0': (node) => ({ a: [[node]] }),
  };
  const cases = Object.keys(WRAPPED).flatMap((form) => NAMES.map((name) => [form, name] as const));
  test.each(cases)('a key wrapped as %s in "%s" is refused, in the object as inside it', (form, name) => {
    const value = WRAPPED[form]?.(alice.pem) ?? null;
    expect(problemOf({ [name]: value })).toMatchObject({ code: 'invalid-object', status: 400 });
    for (const [place, within] of Object.entries(PLACES)) {
      expect(problemOf(within({ name: 'x', [name]: value }))).toMatchObject({
        code: 'invalid-object',
        status: 400,
        extras: { where: `${place}/${name}` },
      });
    }
  });

  test('a thing inside an object may be owned by a thing that speaks of keys', () => {
    for (const owner of [
      { '@type': 'Person', name: 'Alice', '@owner': [alice.pem], '@reader': [alice.pem] },
      { '@type': 'Person', '@id': 'https://a.example/alice', publicKey: { publicKeyPem: alice.pem } },
      { name: 'Alice', owner: [alice.pem] },
    ]) {
      expect(() => accessFacts({ '@type': 'T', car: { owner, reader: [owner] } })).not.toThrow();
    }
  });

  test('other vocabularies may use the names for other things inside an object', () => {
    for (const value of ['Alice', ['Alice', 'Bob'], { name: 'Alice' }, 5, null, [5, {}]]) {
      expect(accessFacts({ '@type': 'T', car: { owner: value, reader: value } }).mixed).toBe(false);
    }
  });
});

describe('access facts', () => {
  test('name every key once, by its id, in any spelling', () => {
    const facts = accessFacts({
      owner: [alice.pem, inLines(alice.pem)],
      '@owner': [inLines(alice.pem, '\r\n'), bob.pem],
    });
    expect(facts).toEqual({ owners: [alice.id, bob.id], readers: [], hidden: false, mixed: false });
  });

  test('an object with readers is hidden', () => {
    expect(accessFacts({ '@reader': [bob.pem] })).toMatchObject({ readers: [bob.id], hidden: true, mixed: false });
    expect(accessFacts({ reader: [bob.pem] }).hidden).toBe(true);
    expect(accessFacts({ reader: [], owner: [bob.pem] }).hidden).toBe(false);
  });

  test('A25 an EncryptedValue is hidden without any reader', () => {
    expect(accessFacts({ '@type': 'EncryptedValue', owner: [bob.pem] })).toMatchObject({ hidden: true, readers: [] });
    expect(accessFacts({ type: 'EncryptedValue' })).toMatchObject({ hidden: true, owners: [] });
  });

  test('an object with a protected object in it, at any depth, is mixed', () => {
    expect(accessFacts({ a: { reader: [bob.pem] } }).mixed).toBe(true);
    expect(accessFacts({ a: { reader: bob.pem } }).mixed).toBe(true);
    expect(accessFacts({ a: [[{ b: { '@type': 'EncryptedValue' } }]] }).mixed).toBe(true);
    expect(accessFacts({ a: { owner: [bob.pem], reader: [] }, b: [1, 'x', null] }).mixed).toBe(false);
  });

  test.each([
    'EncryptedValue',
    'https://schema.cassproject.org/kbac/0.4/EncryptedValue',
    'http://schema.cassproject.org/kbac/0.2/EncryptedValue',
    'http://schema.eduworks.com/ebac/0.1/encryptedValue',
    'http://schema.eduworks.com/ebac/0.2/encryptedValue',
    'kbac:EncryptedValue',
    'https://example.org/ns#ENCRYPTEDVALUE',
  ])('the type %s protects, with @ and without, alone and in a list', (type) => {
    for (const node of [{ '@type': type }, { type }, { '@type': ['Thing', type] }, { type: [type] }]) {
      expect(isEncryptedValue(node)).toBe(true);
    }
  });

  test('other types do not protect an object', () => {
    for (const type of [
      'Thing',
      'NotAnEncryptedValueReally',
      'UnencryptedValue',
      'https://x/EncryptedValues',
      5,
      null,
      {},
      [],
    ]) {
      expect(isEncryptedValue({ '@type': type })).toBe(false);
    }
    expect(isEncryptedValue({ encryptedType: 'EncryptedValue' })).toBe(false);
  });
});

describe('normalizing key lists', () => {
  test('puts keys on one line at every depth, and changes nothing else', () => {
    const object: JsonObject = {
      owner: [inLines(alice.pem)],
      '@owner': [inLines(bob.pem, '\r\n')],
      note: inLines(alice.pem),
      deep: [{ '@reader': inLines(carol.pem), x: { reader: ['Al\nice', inLines(dave.pem), 5, null] } }],
    };
    normalizeKeyLists(object);
    expect(object).toEqual({
      owner: [alice.pem],
      '@owner': [bob.pem],
      note: inLines(alice.pem),
      deep: [{ '@reader': carol.pem, x: { reader: ['Al\nice', dave.pem, 5, null] } }],
    });
  });

  test('removes decrypted secrets at every depth', () => {
    const object: JsonObject = { decryptedSecret: { secret: 's' }, a: [[{ '@decryptedSecret': 's', b: 1 }]] };
    normalizeKeyLists(object);
    expect(object).toEqual({ a: [[{ b: 1 }]] });
  });

  test('reaches members called __proto__ and keeps them', () => {
    const text = `{"__proto__":{"reader":[${JSON.stringify(inLines(bob.pem))}],"decryptedSecret":1}}`;
    const object = parseJson(text, 'x') as JsonObject;
    normalizeKeyLists(object);
    expect(JSON.stringify(object)).toBe(`{"__proto__":{"reader":["${bob.pem}"]}}`);
  });
});
