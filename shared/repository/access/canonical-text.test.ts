import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../base/errors/problem.ts';
import { isObject, type JsonObject, parseJson } from '../linked-data/json.ts';
import { canonicalSheetText, signableObjectText } from './canonical-text.ts';

type Reference = { copyFrom(object: unknown): void; toJson(): string; toSignableJson(): string };

// The client library decides what the signed text of an object is: its own classes are the reference here.
const require = createRequire(import.meta.url);
const SOURCES = require.resolve('cassproject').replace(/index\.js$/, 'src/');
const RemoteLinkedData: new (context: string, type: string) => Reference = require(
  `${SOURCES}org/cassproject/schema/general/EcRemoteLinkedData.js`,
);
const Signature: new () => Reference = require(`${SOURCES}com/eduworks/schema/ebac/EbacSignature.js`);

function objectOf(text: string): JsonObject {
  const value = parseJson(text, 'The object');
  if (!isObject(value)) throw new Error('not an object');
  return value;
}

function referenceText(text: string): string {
  const object = new RemoteLinkedData('', '');
  object.copyFrom(JSON.parse(text));
  return object.toSignableJson();
}

/** Names that exercise the order: case, punctuation, digits, accents in both normal forms, other scripts, no letters. */
const NAMES = [
  'name',
  'Name',
  'zed',
  'Zed',
  'a-b',
  'a:b',
  'ab',
  '$z',
  '_x',
  '9z',
  '9',
  '10',
  '0',
  '01',
  '4294967294',
  '4294967295',
  '-1',
  '1.5',
  'é',
  'e\u0301',
  'Ωm',
  '中文',
  '😀',
  '\ud800',
  'schema:name',
  'ceasn:codedNotation',
  'a@b',
  'id',
  'graph',
  'schema',
  '@graph',
  '',
  ' ',
  'a b',
  'constructor_',
  'ß',
  'ss',
  'I',
  'i',
  'İ',
  'ı',
  '\u0000',
  'owner',
  '@reader',
  'signature',
  '@signatureSha256',
  '"',
] as const;

const NUMBERS = [
  '1.0',
  '1',
  '-0',
  '1e21',
  '1E+2',
  '0.1',
  '1e-7',
  '12345678901234567890',
  '9007199254740993',
  '123456789012345680000',
  '1.10',
];

const scalar = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.constantFrom('null', 'true', 'false', '""', '"é"', '"e\\u0301"', '"\\ud800"', '"\\u2028"', '"/\\/"'),
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => JSON.stringify(text)),
);

const value = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('node'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`) },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), tie('node')), { maxLength: 4, selector: ([name]) => name })
        .map(writeObject),
    },
  ),
})).node;

function writeObject(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** Without backslashes: JSON.parse of Node 24 may read the name `"` as `\\` once it has seen an object with the latter. */
const name = fc
  .oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 4 }), fc.string({ unit: 'binary', maxLength: 3 }))
  .filter((text) => !text.includes('\\'));

/** Keys for owners: the reference reads those as it takes an object in. */
const PEMS = [1, 2].map(() =>
  generateKeyPairSync('rsa', { modulusLength: 1024 })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()
    .replaceAll('\n', ''),
);

/** Objects that the reference can take: names that its classes use themselves, or that differ by `@` only, break it. */
const objectText = fc
  .record({
    at: fc.constantFrom('@', ''),
    owners: fc.subarray(PEMS),
    readers: fc.subarray(PEMS),
    members: fc.uniqueArray(fc.tuple(name, value), { maxLength: 8, selector: ([text]) => text.replaceAll('@', '') }),
  })
  .map(({ at, owners, readers, members }) => {
    const taken = ['context', 'type', 'owner', 'reader'];
    const usable = members.filter(([text]) => {
      const bare = text.replaceAll('@', '');
      return !taken.includes(bare) && !(bare in RemoteLinkedData.prototype);
    });
    const head: [string, string][] = [
      [`${at}context`, '"https://schema.org"'],
      [`${at}owner`, owners.length === 0 ? 'null' : JSON.stringify(owners)],
      [`${at}type`, '"Thing"'],
      ['reader', readers.length === 0 ? 'null' : JSON.stringify(readers)],
    ];
    return writeObject([...usable.slice(0, 3), ...head, ...usable.slice(3)]);
  });

describe('the signed text of a sheet entry', () => {
  const owner = '-----BEGIN PUBLIC KEY-----MIG-----END PUBLIC KEY-----';
  const expected = `{"@context":"https://schema.cassproject.org/kbac/0.4","@owner":"${owner}","@type":"TimeLimitedSignature","expiry":1900000000000,"server":"http://localhost/api/"}`;
  const entry = {
    type: 'TimeLimitedSignature',
    context: 'https://schema.cassproject.org/kbac/0.4',
    expiry: 1900000000000,
    server: 'http://localhost/api/',
  };

  test('is the known one, in each spelling of the members', () => {
    const at = { '@type': entry.type, '@context': entry.context, expiry: entry.expiry, server: entry.server };
    const signatures = { '@signatureSha256': 'x', signature: 'y' };
    expect(canonicalSheetText({ ...entry, '@owner': owner, ...signatures })).toBe(expected);
    expect(canonicalSheetText({ ...entry, owner, signatureSha256: 'x', '@signature': 'y' })).toBe(expected);
    expect(canonicalSheetText({ ...signatures, ...at, '@owner': owner })).toBe(expected);
    expect(canonicalSheetText({ owner, ...at, id: null })).toBe(expected);
  });

  test('keeps members that it does not know', () => {
    expect(canonicalSheetText({ ...entry, owner, extra: [1] })).toBe(
      expected.replace(',"server"', ',"extra":[1],"server"'),
    );
  });

  test('equals the text that the client library signs', () => {
    const reference = new Signature();
    reference.copyFrom({ ...entry, '@owner': owner });
    expect(canonicalSheetText({ ...entry, '@owner': owner })).toBe(reference.toJson());
  });

  test('B19 is refused when members differ by an @ only', () => {
    const refused = (object: JsonObject, code: string, read: (object: JsonObject) => string): void => {
      expect(() => read(object)).toThrow(expect.objectContaining({ code }));
    };
    refused({ ...entry, owner, '@owner': owner }, 'invalid-sheet', canonicalSheetText);
    refused({ ...entry, owner, '@signature': 'x', signature: 'x' }, 'invalid-sheet', canonicalSheetText);
    refused({ ...entry, '@type': entry.type, owner }, 'invalid-sheet', canonicalSheetText);
    refused({ '@type': 'T', owner: [], '@owner': [] }, 'invalid-object', signableObjectText);
    refused({ '@type': 'T', '@@x': 1, '@x': 2 }, 'invalid-object', signableObjectText);
    expect(() => signableObjectText({ owner: [], '@owner': [] })).toThrow(Problem);
  });
});

describe('the signed text of an object', () => {
  test('is the known one', () => {
    const object = objectOf(
      '{"@context":"https://schema.org","@type":"Thing","@id":"http://h/api/data/schema.org.Thing/g/1","name":"hé","owner":["<P>"],"Zed":1,"zed":2,"n":null,"b":{"z":1,"a":2}}',
    );
    expect(signableObjectText(object)).toBe(
      '{"@context":"https://schema.org","@type":"Thing","b":{"z":1,"a":2},"name":"hé","owner":["<P>"],"zed":2,"Zed":1}',
    );
  });

  test('orders names in the known order', () => {
    const names = '_x @id $z 9z a-b a:b ab name Name Ωm'.split(' ');
    const object = Object.fromEntries([...names, '9'].reverse().map((text) => [text, 1]));
    const text = canonicalSheetText(object);
    expect(Object.keys(JSON.parse(text))).toEqual(['9', ...names]);
    expect(text.startsWith('{"9":1,"_x":1,"@id":1,')).toBe(true);
  });

  test('B19 has the same bytes as in the client library, for 1,000 objects', () => {
    fc.assert(
      fc.property(objectText, (text) => {
        expect(signableObjectText(objectOf(text))).toBe(referenceText(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('B19 is never the same for different objects', () => {
    // The text is JSON of every signed member, so what it parses to is the object itself, but for what is not signed.
    fc.assert(
      fc.property(objectText, (text) => {
        const signed = JSON.parse(signableObjectText(objectOf(text)));
        const source = JSON.parse(text);
        const bare = (object: Record<string, unknown>) =>
          Object.fromEntries(
            Object.entries(JSON.parse(JSON.stringify(object)))
              .map(([key, member]) => [key.replaceAll('@', ''), member] as const)
              .filter(([key, member]) => member !== null && !['id', 'signature', 'signatureSha256'].includes(key)),
          );
        expect(bare(signed)).toEqual(bare(source));
      }),
      { numRuns: 300 },
    );
  });

  test('leaves owners and readers out for the oldest types', () => {
    const object = {
      '@context': '',
      '@type': 'http://schema.eduworks.com/ebac/0.1/x',
      owner: ['x'],
      '@reader': ['y'],
      a: 1,
    };
    expect(signableObjectText(object)).toBe('{"@context":"","@type":"http://schema.eduworks.com/ebac/0.1/x","a":1}');
  });

  test('B19 is refused with a number that no client can hold, as it would be signed as null', () => {
    for (const text of ['{"@type":"T","x":1e400}', '{"@type":"T","x":[{"y":-1e400}]}']) {
      expect(() => signableObjectText(objectOf(text))).toThrow(expect.objectContaining({ code: 'invalid-object' }));
      expect(() => canonicalSheetText(objectOf(text))).toThrow(expect.objectContaining({ code: 'invalid-sheet' }));
    }
  });

  test('treats members called __proto__ and constructor as data', () => {
    expect(signableObjectText(objectOf('{"@type":"T","__proto__":{"x":1},"constructor":2}'))).toBe(
      '{"__proto__":{"x":1},"@type":"T","constructor":2}',
    );
  });
});
