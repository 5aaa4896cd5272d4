import { constants, createCipheriv, publicEncrypt } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../linked-data/json.ts';
import { encodeBase64 } from './base64.ts';
import { openEncryptedValue, openSecret, sealText } from './encrypted-value.ts';
import { decryptOaep, encryptOaep } from './oaep.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from './private-key.ts';
import { utf8 } from './text-encoding.ts';

const TEXT = '{"name":"hé 😀","n":12345678901234567890}';

/** The same JSON as it is sealed. */
const ASCII = '{"name":"h\\u00e9 \\ud83d\\ude00","n":12345678901234567890}';

let owner: PrivateKey;
let reader: PrivateKey;
let stranger: PrivateKey;

beforeAll(async () => {
  const pairs = await Promise.all([generateKeyPair(), generateKeyPair(), generateKeyPair()]);
  const keys = await Promise.all(pairs.map((pair) => importPrivateKey(pair.privatePem)));
  [owner, reader, stranger] = keys as [PrivateKey, PrivateKey, PrivateKey];
}, 30_000);

function seal(): Promise<JsonObject> {
  return sealText(TEXT, {
    id: 'http://h/api/data/schema.org.Thing/g/1',
    owners: [owner.publicKey],
    readers: [reader.publicKey],
    encryptedType: 'Thing',
  });
}

/** The secret of an EncryptedValue as any other program makes it. */
function secretFor(key: PrivateKey, message: string, hash = 'sha1'): string {
  const options = { key: key.publicKey.pem.replace(/-----(?=M)/, '-----\n').replace('-----END', '\n-----END') };
  return publicEncrypt(
    { ...options, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash },
    Buffer.from(message),
  ).toString('base64');
}

function payloadUnder(key: Uint8Array, iv: Uint8Array): string {
  const algorithm = key.length === 16 ? 'aes-128-ctr' : 'aes-256-ctr';
  return createCipheriv(algorithm, key, iv.subarray(0, 16)).update(TEXT, 'utf8').toString('base64');
}

describe('EncryptedValue', () => {
  test('what is sealed opens for every owner and reader, and for nobody else', async () => {
    const value = await seal();
    expect(await openEncryptedValue(value, owner)).toEqual({ opened: true, text: ASCII });
    expect(await openEncryptedValue(value, reader)).toEqual({ opened: true, text: ASCII });
    expect(await openEncryptedValue(value, stranger)).toEqual({ opened: false, reason: 'not-for-this-key' });
  });

  test('what is sealed has the members that clients expect and shows nothing of the text', async () => {
    const value = await seal();
    expect(Object.keys(value)).toEqual([
      '@context',
      '@type',
      '@id',
      'encryptedType',
      'iv',
      'payload',
      'secret',
      'owner',
      'reader',
    ]);
    expect(value.owner).toEqual([owner.publicKey.pem]);
    expect(value.reader).toEqual([reader.publicKey.pem]);
    expect(value.secret).toHaveLength(2);
    expect(JSON.stringify(value)).not.toContain('name"');
    const again = await seal();
    expect(again.iv).not.toBe(value.iv);
    expect(again.payload).not.toBe(value.payload);
  });

  test('text beyond ASCII is sealed in JSON only, since no bytes of other text are read by every build of the client', async () => {
    const options = { id: 'http://h/api/data/schema.org.Thing/g/1', owners: [owner.publicKey], readers: [] };
    const value = await sealText('["é", "\\u00fc", "\\\\ü"]', options);
    expect(await openEncryptedValue(value, owner)).toEqual({
      opened: true,
      text: '["\\u00e9", "\\u00fc", "\\\\\\u00fc"]',
    });
    await expect(sealText('é', options)).rejects.toThrow(RangeError);
    await expect(sealText("5 o'clock", options)).resolves.toBeDefined();
  });

  test('opens values with members spelled with @, and secrets in another order than the keys', async () => {
    const value = await seal();
    const [first, second] = value.secret as string[];
    const spelled: JsonObject = {
      '@owner': value.owner ?? [],
      '@reader': value.reader ?? [],
      '@iv': value.iv ?? '',
      '@payload': value.payload ?? '',
      '@secret': [second ?? '', first ?? ''],
    };
    expect(await openEncryptedValue(spelled, owner)).toEqual({ opened: true, text: ASCII });
    expect(await openEncryptedValue(spelled, reader)).toEqual({ opened: true, text: ASCII });
  });

  test.each([
    [16, 16, 'outside'],
    [32, 16, 'outside'],
    [16, 16, 'inside'],
    [32, 32, 'inside'],
    [32, 32, 'outside'],
  ])(
    'opens values with a key of %i bytes and an iv of %i bytes kept %s the secret',
    async (keyLength, ivLength, place) => {
      const key = crypto.getRandomValues(new Uint8Array(keyLength));
      const iv = crypto.getRandomValues(new Uint8Array(ivLength));
      const v = place === 'inside' ? encodeBase64(iv) : null;
      const value: JsonObject = {
        '@type': 'http://schema.eduworks.com/ebac/0.2/encryptedValue',
        payload: payloadUnder(key, iv),
        secret: [secretFor(owner, JSON.stringify({ v, d: 'x', s: encodeBase64(key) }))],
        ...(place === 'outside' ? { iv: encodeBase64(iv) } : {}),
      };
      expect(await openEncryptedValue(value, owner)).toEqual({ opened: true, text: TEXT });
    },
  );

  test('an iv of the value comes before that of the secret', async () => {
    const key = new Uint8Array(16).fill(7);
    const iv = new Uint8Array(16).fill(9);
    const message = JSON.stringify({ v: encodeBase64(new Uint8Array(16)), s: encodeBase64(key) });
    const value = { iv: encodeBase64(iv), payload: payloadUnder(key, iv), secret: [secretFor(owner, message)] };
    expect(await openEncryptedValue(value, owner)).toEqual({ opened: true, text: TEXT });
  });

  test('B28 whatever a value holds, opening it answers', async () => {
    const whole = await seal();
    const key = encodeBase64(new Uint8Array(16));
    const good = secretFor(owner, JSON.stringify({ v: key, s: key }));
    const cases: [JsonObject, 'not-for-this-key' | 'malformed'][] = [
      [{}, 'not-for-this-key'],
      [{ secret: null, payload: null }, 'not-for-this-key'],
      [{ secret: 'x', payload: 'x' }, 'not-for-this-key'],
      [{ secret: [1, {}, [], null, 'AAAA'], owner: [1, 'x'], reader: {} }, 'not-for-this-key'],
      [{ ...whole, secret: (whole.secret as string[]).map((text) => text.slice(0, 340)) }, 'not-for-this-key'],
      [{ ...whole, secret: (whole.secret as string[]).map((text) => text.slice(0, 100)) }, 'not-for-this-key'],
      [{ secret: [secretFor(owner, '{"v":null}', 'sha256')] }, 'not-for-this-key'],
      [{ secret: [good] }, 'malformed'],
      [{ secret: [good], payload: 5 }, 'malformed'],
      [{ secret: [good], payload: 'not base64' }, 'malformed'],
      [{ secret: [good], payload: whole.payload ?? '', iv: 'AAAA' }, 'malformed'],
      [{ secret: [good], payload: whole.payload ?? '', iv: 5 }, 'malformed'],
      [{ secret: [secretFor(owner, 'text')], payload: '' }, 'malformed'],
      [{ secret: [secretFor(owner, '[]')], payload: '' }, 'malformed'],
      [{ secret: [secretFor(owner, JSON.stringify({ v: key, s: 'AAAA' }))], payload: '' }, 'malformed'],
      [{ secret: [secretFor(owner, JSON.stringify({ s: key }))], payload: '' }, 'malformed'],
    ];
    for (const [value, reason] of cases) {
      expect(await openEncryptedValue(value, owner), JSON.stringify(value).slice(0, 200)).toEqual({
        opened: false,
        reason,
      });
    }
  });

  test('B28 a payload cut inside a character is malformed', async () => {
    const key = new Uint8Array(16).fill(7);
    const message = JSON.stringify({ v: encodeBase64(key), s: encodeBase64(key) });
    const payload = Buffer.from(payloadUnder(key, key), 'base64').subarray(0, Buffer.from(TEXT).indexOf('é') + 1);
    const value = { payload: payload.toString('base64'), secret: [secretFor(owner, message)] };
    expect(await openEncryptedValue(value, owner)).toEqual({ opened: false, reason: 'malformed' });
  });

  test('thousands of secrets cost no more than a few tries, and those of listed keys come first', async () => {
    const value = await seal();
    const many = Array.from({ length: 5000 }, () => 'AAAA');
    const at = 4000;
    many[at] = (value.secret as string[])[0] ?? '';
    const others: string[] = Array.from({ length: at }, () => 'x');
    expect((await openSecret({ ...value, secret: many }, owner)).opened).toBe(false);
    const listed = { ...value, secret: many, owner: [...others, owner.publicKey.pem] };
    expect((await openSecret(listed, owner)).opened).toBe(true);
  });
});

// Cases of our own after RFC 8017 section 7.1.2, with Node as the other side.
describe('B12 RSA-OAEP', () => {
  test('messages of every length that fits go there and back', async () => {
    for (const length of [0, 1, 16, 100, 214]) {
      const message = crypto.getRandomValues(new Uint8Array(length));
      expect(await decryptOaep(owner, await encryptOaep(owner.publicKey, message))).toEqual(message);
    }
    await expect(encryptOaep(owner.publicKey, new Uint8Array(215))).rejects.toThrow();
  });

  test('another key, digest, padding, label or length, and any changed byte, is refused', async () => {
    const right = await encryptOaep(owner.publicKey, utf8('message'));
    const pem = owner.publicKey.pem.replace(/-----(?=M)/, '-----\n').replace('-----END', '\n-----END');
    const oaep = { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING };
    const message = Buffer.from('message');
    const wrong = [
      publicEncrypt({ ...oaep, oaepHash: 'sha256' }, message),
      publicEncrypt({ ...oaep, oaepHash: 'sha1', oaepLabel: Buffer.from('label') }, message),
      publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, message),
      publicEncrypt({ key: pem, padding: constants.RSA_NO_PADDING }, Buffer.alloc(256, 1)),
      Buffer.alloc(256),
      Buffer.alloc(256, 255),
      right.subarray(1),
      right.subarray(0, 255),
      Buffer.concat([right, Buffer.of(0)]),
      Buffer.concat([Buffer.of(0), right]),
      Buffer.alloc(0),
      ...[0, 1, 20, 100, 255].map((at) => right.map((byte, i) => (i === at ? byte ^ 1 : byte))),
    ];
    for (const ciphertext of wrong) expect(await decryptOaep(owner, Uint8Array.from(ciphertext))).toBeNull();
    expect(await decryptOaep(stranger, right)).toBeNull();
    const sha1 = publicEncrypt({ ...oaep, oaepHash: 'sha1' }, message);
    expect(await decryptOaep(owner, Uint8Array.from(sha1))).toEqual(utf8('message'));
  });
});
