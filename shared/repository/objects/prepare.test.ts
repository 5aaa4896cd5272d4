import { beforeAll, describe, expect, it } from 'vitest';
import { generateKeyPair } from '../../base/crypto/private-key.ts';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import type { Json, JsonObject } from '../linked-data/json.ts';
import { MAX_VALUES, prepare } from './prepare.ts';

const thing = { '@context': 'https://schema.org', '@type': 'Thing', '@id': 'https://a.example/1' };
const prepared = (value: Json) => prepare(value, [], parsePublicKey);

describe('prepare', () => {
  it.each<[string, Json, string]>([
    ['an array', [], 'Object must have an @id.'],
    ['a text', 'x', 'Object must have an @id.'],
    ['no @id', { '@type': 'T', '@context': 'c' }, 'Object must have an @id.'],
    ['no @type', { '@id': 'a:b', '@context': 'c' }, 'Object must have an @type.'],
    ['no @context', { '@id': 'a:b', '@type': 'T' }, 'Object must have an @context.'],
    ['a bare id', { id: 'a:b', type: 'T', context: 'c' }, 'Object must have an @id.'],
  ])('refuses %s with the sentence that clients know', (_what, value, sentence) => {
    expect(() => prepared(value)).toThrow(sentence);
  });

  it.each<[string, JsonObject]>([
    ['@id', { '@id': 7 }],
    ['@id', { '@id': 'no-scheme' }],
    ['@id', { '@id': 'https://a.example/a\u0000b' }],
    ['@id', { '@id': 'https://a.example/\ud800' }],
    ['@id', { '@id': `https://a.example/${'x'.repeat(2048)}` }],
    ['@type', { '@type': 7 }],
    ['@type', { '@type': [] }],
    ['@type', { '@type': ['T', 7] }],
    ['@context', { '@context': true }],
    ['@context', { '@context': [7] }],
    ['@owner', { '@owner': 'me' }],
    ['@owner', { '@owner': [7] }],
    ['reader', { reader: { a: 1 } }],
  ])('C25 refuses a wrong %s: %j', (where, members) => {
    expect(() => prepared({ ...thing, ...members })).toThrow(
      expect.objectContaining({
        status: 400,
        extras: expect.objectContaining({ where: expect.stringContaining(where) }),
      }),
    );
  });

  it('accepts the contexts and types of JSON-LD other than texts', () => {
    expect(() => prepared({ ...thing, '@context': ['https://schema.org', { a: 'b' }, null] })).not.toThrow();
    expect(() => prepared({ ...thing, '@context': { a: 'b' } })).not.toThrow();
    expect(() => prepared({ ...thing, '@type': ['Person', 'Thing'] })).not.toThrow();
  });

  it('C22 refuses an object of more values than it may hold', () => {
    const values = (count: number): Json => Array<Json>(count).fill(0);
    expect(() => prepared({ ...thing, inner: values(MAX_VALUES - 5) })).not.toThrow(); // itself, inner, three members
    expect(() => prepared({ ...thing, inner: values(MAX_VALUES - 4) })).toThrow('more than 1,000,000 members');
  });

  describe('for keys', () => {
    let pem: string;
    beforeAll(async () => {
      pem = (await generateKeyPair()).publicPem;
    });

    it.each(['@owner', 'owner', '@reader', 'reader'])(
      'takes the line breaks out of PEMs in %s, nested ones too',
      (name) => {
        const broken = pem.replace('-----MI', '-----\r\nMI').replace('==', '==');
        const { object } = prepared({ ...thing, [name]: [broken], part: { [name]: [broken] } });
        expect(object).toMatchObject({ [name]: [pem], part: { [name]: [pem] } });
      },
    );

    it('removes members that the server adds to responses for signed-on users', () => {
      const { object } = prepared({ ...thing, decryptedSecret: { secret: 'x' }, part: { decryptedSecret: 'x' } });
      expect(object).toEqual({ ...thing, part: {} });
    });
  });
});
