import { describe, expect, it } from 'vitest';
import { identify, withVersion } from './identifiers.ts';
import { addressOf, aliasesOf } from './names.ts';
import { MAX_VERSION } from './split-id.ts';

const BY_MD5 = /^http:\/\/localhost:8080\/api\/data\/[0-9a-f]{32}$/;
const BASES = ['http://localhost:8080/api/', 'https://repo.example/api/'] as const;

describe('identify', () => {
  it.each([
    [
      'http://localhost:8080/api/data/schema.org.Thing/g1/1700000000000',
      'http://localhost:8080/api/data/schema.org.Thing/g1',
      1_700_000_000_000,
      true,
    ],
    [
      'http://localhost:8080/api/data/schema.org.Thing/g1',
      'http://localhost:8080/api/data/schema.org.Thing/g1',
      null,
      true,
    ],
    [
      'https://other.example/api/data/schema.org.Thing/g1/7',
      'https://other.example/api/data/schema.org.Thing/g1',
      7,
      false,
    ],
    ['https://other.example/api/custom/data/T/g1/7', 'https://other.example/api/custom/data/T/g1', 7, false],
    ['https://other.example/item/12345', 'https://other.example/item/12345', null, false],
    ['urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66', 'urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66', null, false],
    [
      'http://localhost:8080.evil.example/api/data/T/g1/7',
      'http://localhost:8080.evil.example/api/data/T/g1',
      7,
      false,
    ],
  ])('reads %s as the short id %s with version %s, local: %s', (id, shortId, version, local) => {
    expect(identify(id, BASES)).toMatchObject({ id, shortId, version, local });
  });

  it('gives two short ids two keys and every version of an id the same', () => {
    const key = (id: string) => identify(id, BASES).key;
    expect(key('https://a.example/api/data/T/g/1')).toBe(key('https://a.example/api/data/T/g/2'));
    expect(key('https://a.example/api/data/T/g')).not.toBe(key('https://a.example/api/data/T/h'));
  });

  it('refuses a version beyond the exact range of a double', () => {
    expect(identify(`https://a.example/api/data/T/g/${MAX_VERSION}`, BASES).version).toBe(MAX_VERSION);
    expect(() => identify('https://a.example/api/data/T/g/9007199254740992', BASES)).toThrow(/above the largest/);
  });
});

describe('aliasesOf', () => {
  it('reaches a local object by GUID as strongly as by MD5', () => {
    const identity = identify('http://localhost:8080/api/data/schema.org.Thing/g1/5', BASES);
    expect(aliasesOf(identity, null)).toEqual([
      { name: expect.stringMatching(/^[0-9a-f]{32}$/), strength: 'strong' },
      { name: 'g1', strength: 'strong' },
    ]);
  });

  it('lets a foreign GUID and the id of the URL yield to stronger claims', () => {
    const aliases = aliasesOf(identify('https://other.example/items/g1', BASES), 'my-url-id');
    expect(aliases.slice(1)).toEqual([
      { name: 'g1', strength: 'weak' },
      { name: 'my-url-id', strength: 'weak' },
    ]);
  });
});

describe('withVersion and addressOf', () => {
  it('puts the version into ids that have one, and leaves others as they are', () => {
    expect(withVersion(identify('https://a.example/api/data/T/g/1', BASES), 2)).toBe(
      'https://a.example/api/data/T/g/2',
    );
    expect(withVersion(identify('https://a.example/item/1', BASES), 2)).toBe('https://a.example/item/1');
  });

  it('addresses a local object by its id and a foreign one by the MD5 of its id', () => {
    expect(addressOf('https://repo.example/api/data/T/g', BASES)).toBe('https://repo.example/api/data/T/g');
    expect(addressOf('https://a.example/x', BASES)).toMatch(BY_MD5);
  });

  it.each([
    ['data/T/grün', 'data/T/gr%C3%BCn'],
    ['data/Größe/🎓', 'data/Gr%C3%B6%C3%9Fe/%F0%9F%8E%93'],
    ['data/T/a b', 'data/T/a%20b'],
    ['data/T/100%', 'data/T/100%25'],
    ['data/T/a%2Fb', 'data/T/a%252Fb'],
    ['data/T/a?b#c\\d"e', 'data/T/a%3Fb%23c%5Cd%22e'],
    ["data/ceterms:Course/$&+,;=@~!*'()", "data/ceterms:Course/$&+,;=@~!*'()"],
    ['data//g', 'data//g'],
    ['data/g', 'data/g'],
  ])('percent-encodes characters that are invalid in a path: %s', (path, encoded) => {
    expect(addressOf(`https://repo.example/api/${path}`, BASES)).toBe(`https://repo.example/api/${encoded}`);
  });

  it.each([
    'data/a?b/g',
    'data/a..b/g',
    'data/T/..',
    'data/T/.',
    'data/a/b/c',
    'data/T/\ud800',
    `data/T/${'é'.repeat(400)}`,
    'custom/data/T/g',
  ])('gives the MD5 where a local id cannot be read from its own address: %s', (path) => {
    expect(addressOf(`https://repo.example/api/${path}`, BASES)).toMatch(BY_MD5);
  });
});
