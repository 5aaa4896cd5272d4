import { beforeAll, describe, expect, it } from 'vitest';
import { generateKeyPair } from '../../base/crypto/private-key.ts';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { accessFacts } from '../access/permissions.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { partsBeginning, uuidOf } from '../linked-data/uuids.ts';
import type { SearchDocument } from './document.ts';
import { searchCopy, searchDocument, UUID_PATH } from './search-copy.ts';

describe('searchCopy', () => {
  it('flattens language maps and literals', () => {
    expect(
      searchCopy({
        name: { en: 'Reading', 'de-DE': ['Lesen', 'Vorlesen'] },
        code: { '@value': 'A.1', '@language': 'en' },
        list: [{ en: 'a' }, { '@value': 'b' }],
      }),
    ).toEqual({ name: ['Reading', 'Lesen', 'Vorlesen'], code: 'A.1', list: [['a'], 'b'] });
  });

  it('indexes an object that may be a language map in both ways', () => {
    expect(searchCopy({ author: { id: 'x', url: 'y' } })).toEqual({ author: ['x', 'y', { id: 'x', url: 'y' }] });
  });

  it('leaves out signatures everywhere, and payload and secret of encrypted values only', () => {
    expect(
      searchCopy({
        '@signature': 's',
        signatureSha256: ['s'],
        payload: 'kept',
        nested: { '@signatureSha256': 's', signature: 's', name: 'n' },
        sealed: { '@type': 'EncryptedValue', payload: 'p', secret: ['s'], name: 'n' },
      }),
    ).toEqual({ payload: 'kept', nested: { name: 'n' }, sealed: { '@type': 'EncryptedValue', name: 'n' } });
  });
});

describe('searchDocument', () => {
  let pem: string;
  beforeAll(async () => {
    pem = (await generateKeyPair()).publicPem;
  });
  const made = (object: JsonObject): SearchDocument => searchDocument(object, accessFacts(object), parsePublicKey);
  const thing = { '@context': 'https://schema.org', '@type': 'Thing', '@id': 'https://a.example/1' };

  it('makes a public object visible to every caller, and a protected one only to its keys', () => {
    const key = parsePublicKey(pem).id;
    expect(made({ ...thing, '@owner': [pem] }).visibleTo).toBeNull();
    expect(made({ ...thing, '@owner': [pem], reader: [pem] }).visibleTo).toEqual([key]);
  });

  it('has the UUIDs that formats of frameworks derive from an id, where the id does not end in them', () => {
    const uuidsOf = (type: string, id: string): unknown => {
      const object = { '@context': 'https://schema.cassproject.org/0.4', '@type': type, '@id': id };
      return made(object).fields.find(({ path }) => path === UUID_PATH)?.scalars;
    };
    const uuid = '0f0e9a2c-1111-4222-8333-444455556666';
    const id = 'https://a.example/comp/1';
    expect(uuidsOf('Competency', id)).toEqual([uuidOf(id)]);
    expect(uuidsOf('Competency', `https://a.example/api/data/Competency/reading/1700000000000`)).toEqual([
      uuidOf('https://a.example/api/data/Competency/reading'),
    ]);
    expect(uuidsOf('Competency', `https://a.example/${uuid.toUpperCase()}`)).toEqual([uuid]);
    expect(uuidsOf('Competency', `https://a.example/${uuid}`)).toBeUndefined();
    expect(uuidsOf('Framework', `https://a.example/ce-${uuid}`)).toEqual([
      partsBeginning(`https://a.example/ce-${uuid}`),
    ]);
    expect(uuidsOf('Person', id)).toBeUndefined();
  });

  it('D9 shows nothing of a protected part but that its keys take part', () => {
    const document = made({ ...thing, name: 'open', part: { '@reader': [pem], diagnosis: 'secret' } });
    expect(document.participants).toEqual([parsePublicKey(pem).id]);
    const paths = document.fields.map((field) => field.path);
    expect(paths).toContain('name');
    expect(paths.some((path) => path.startsWith('part'))).toBe(false);
  });
});
