import { beforeAll, describe, expect, test } from 'vitest';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../base/crypto/private-key.ts';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { createSignatureVerifier, sign } from '../../base/crypto/rsa.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { verifyRekeyRequest } from './rekey-request.ts';
import { publicKey } from './testing/caller.ts';
import { makeRekeyRequest, REKEY_CONTEXT } from './testing/rekey.ts';

let [from, to, stranger] = [] as unknown as [PrivateKey, PrivateKey, PrivateKey];
const signatures = createSignatureVerifier();

beforeAll(async () => {
  const pairs = await Promise.all([generateKeyPair(), generateKeyPair(), generateKeyPair()]);
  [from, to, stranger] = (await Promise.all(pairs.map(({ privatePem }) => importPrivateKey(privatePem)))) as [
    PrivateKey,
    PrivateKey,
    PrivateKey,
  ];
});

async function verified(object: JsonObject): Promise<readonly string[] | null> {
  const rekey = await verifyRekeyRequest(object, signatures, parsePublicKey);
  return rekey && [rekey.from.id, rekey.to.id];
}

const both = (): readonly string[] => [from.publicKey.id, to.publicKey.id];

describe('a RekeyRequest that both keys signed', () => {
  test('leads the old key to its first owner', async () => {
    expect(await verified(await makeRekeyRequest(from, to))).toEqual(both());
  });

  test.each([
    [REKEY_CONTEXT, 'RekeyRequest'],
    [`${REKEY_CONTEXT}/`, 'RekeyRequest'],
    ['https://schema.cassproject.org/kbac/0.4', 'RekeyRequest'],
    ['http://schema.cassproject.org/0.3/kbac', 'RekeyRequest'],
    ['https://schema.svc.org/0.4/kbac', 'RekeyRequest'],
    ['https://schema.org', `${REKEY_CONTEXT}/RekeyRequest`],
  ])('may be of context %s and type %s', async (context, type) => {
    expect(await verified(await makeRekeyRequest(from, to, { context, type }))).toEqual(both());
  });

  test('may be stored under another id and version', async () => {
    const object = await makeRekeyRequest(from, to, { after: { '@id': 'https://elsewhere.example/7' } });
    expect(await verified(object)).toEqual(both());
  });

  test('may spell its owner and signature with @, and its old key with line breaks', async () => {
    const rekeyPk = from.publicKey.pem.replace(/([A-Za-z0-9+/=]{64})/g, '$1\n');
    const { owner, signatureSha256, ...rest } = await makeRekeyRequest(from, to, { rekeyPk });
    const object = { ...rest, '@owner': owner ?? null, '@signatureSha256': signatureSha256 ?? null };
    expect(await verified(object)).toEqual(both());
  });

  test('may carry more signatures, and one that is a text', async () => {
    const object = await makeRekeyRequest(from, to);
    const [own = null] = object.signatureSha256 as string[];
    const other = await sign(stranger, 'something else', 'SHA-256');
    expect(await verified({ ...object, signatureSha256: ['no base64!', 7, other, own] })).toEqual(both());
    expect(await verified({ ...object, signatureSha256: own })).toEqual(both());
  });

  test('may say more, in any language', async () => {
    const object: JsonObject = {
      '@context': REKEY_CONTEXT,
      '@type': 'RekeyRequest',
      name: 'Schlüsselwechsel €',
      owner: [to.publicKey.pem],
      rekeyPk: from.publicKey.pem,
    };
    object.rekeySignature = await sign(from, JSON.stringify(object), 'SHA-256');
    object.signatureSha256 = [await sign(to, JSON.stringify(object), 'SHA-256')];
    expect(await verified(object)).toEqual(both());
  });
});

describe('A6 no key is forwarded', () => {
  test('without the signature of the old key', async () => {
    const object = await makeRekeyRequest(from, to);
    for (const rekeySignature of [null, '', 'AAAA', 7, [], object.signatureSha256 ?? null]) {
      expect(await verified({ ...object, rekeySignature })).toBeNull();
    }
    const { rekeySignature: _, ...unsigned } = object;
    expect(await verified(unsigned)).toBeNull();
    expect(await verified(await makeRekeyRequest(from, to, { signers: { from: stranger } }))).toBeNull();
    expect(await verified(await makeRekeyRequest(from, to, { signers: { from: to } }))).toBeNull();
    expect(await verified(await makeRekeyRequest(from, to, { hashes: { from: 'SHA-1' } }))).toBeNull();
  });

  test('without a signature of the new key', async () => {
    const object = await makeRekeyRequest(from, to);
    for (const signatureSha256 of [null, [], ['AAAA'], [object.rekeySignature ?? null]]) {
      expect(await verified({ ...object, signatureSha256 })).toBeNull();
    }
    expect(await verified(await makeRekeyRequest(from, to, { signers: { to: stranger } }))).toBeNull();
    const { signatureSha256, ...rest } = object;
    const [own = null] = signatureSha256 as string[];
    expect(await verified({ ...rest, signature: [own] })).toBeNull();
    const many = Array<string>(1000).fill(await sign(stranger, 'x', 'SHA-256'));
    expect(await verified({ ...object, signatureSha256: [...many, own] })).toBeNull();
  });

  test('when anything that was signed is changed, taken away or added', async () => {
    const object = await makeRekeyRequest(from, to);
    for (const change of [
      { owner: [stranger.publicKey.pem] },
      { owner: [stranger.publicKey.pem, to.publicKey.pem] },
      { '@owner': [stranger.publicKey.pem] },
      { owner: null },
      { owner: [] },
      { rekeyPk: stranger.publicKey.pem },
      { rekeyPk: null },
      { reader: [stranger.publicKey.pem] },
      { name: 'added' },
      { '@rekeyPk': stranger.publicKey.pem },
      { '@context': 'https://schema.svc.org/0.4/kbac' },
    ]) {
      expect(await verified({ ...object, ...change }), JSON.stringify(change)).toBeNull();
    }
  });

  test('by an object of another type', async () => {
    for (const [context, type] of [
      [REKEY_CONTEXT, 'RekeyRequests'],
      ['https://schema.org', 'RekeyRequest'],
      ['https://evil.example/schema.cassproject.org/0.4/kbac', 'RekeyRequest'],
    ] as const) {
      expect(await verified(await makeRekeyRequest(from, to, { context, type }))).toBeNull();
    }
    const wrapped = { encryptedType: 'RekeyRequest', encryptedContext: REKEY_CONTEXT };
    expect(await verified(await makeRekeyRequest(from, to, { type: 'EncryptedValue', after: wrapped }))).toBeNull();
  });

  test('by keys that may not prove an identity', async () => {
    const weak = publicKey(2).pem; // an even modulus
    expect(await verified(await makeRekeyRequest(from, to, { rekeyPk: weak }))).toBeNull();
    expect(await verified(await makeRekeyRequest(from, to, { after: { owner: [weak] } }))).toBeNull();
  });

  test('by an invalid object, without an error', async () => {
    const object = await makeRekeyRequest(from, to);
    const values = [
      0,
      '',
      'x',
      [],
      {},
      [[]],
      [{}],
      [null],
      JSON.parse('{"__proto__": [1]}'),
      '-----BEGIN PUBLIC KEY-----',
    ];
    for (const name of ['@type', '@context', 'owner', '@owner', 'rekeyPk', 'rekeySignature', 'signatureSha256']) {
      for (const value of values) expect(await verified({ ...object, [name]: value }), name).toBeNull();
    }
    expect(await verified({})).toBeNull();
  });
});
