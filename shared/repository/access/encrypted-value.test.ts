import { constants, createCipheriv, publicEncrypt } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeBase64 } from '../../base/crypto/base64.ts';
import { generateKeyPair, importPrivateKey, type PrivateKey } from '../../base/crypto/private-key.ts';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { createSealer } from './encrypt-value.ts';
import { type DecryptedText, decryptWithSecret, parseEncryptedValue, secretsToTry } from './encrypted-value.ts';
import { sealText } from './testing/encrypted-value.ts';

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

/** Decrypts with every secret that may be for the key. A value that lists no owners is taken as that of the key. */
async function decrypt(object: JsonObject, key: PrivateKey): Promise<DecryptedText> {
  const value = parseEncryptedValue({ owner: [key.publicKey.pem], ...object }, parsePublicKey);
  for (const secret of secretsToTry(value, key.publicKey.id)) {
    const result = await decryptWithSecret(secret, value, key);
    if (result.ok || result.reason === 'malformed') return result;
  }
  return { ok: false, reason: 'not-for-this-key' };
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

describe('an EncryptedValue', () => {
  test('texts that are encrypted together are decrypted alone, of any length, each with a counter of its own', async () => {
    const sealer = await createSealer({ owners: [owner.publicKey], readers: [reader.publicKey] });
    const texts = Array.from({ length: 40 }, (_, length) => 'x'.repeat(length));
    const sealed = await Promise.all(texts.map((text) => sealer.seal(text, 'http://h/api/data/schema.org.Thing/g/1')));
    for (const [length, value] of sealed.entries()) {
      expect(await decrypt(value, reader)).toEqual({ ok: true, text: 'x'.repeat(length) });
    }
    const counters = sealed.map(({ iv }) => iv);
    expect(new Set(counters).size).toBe(counters.length);
  });

  test('every owner and reader decrypts a value, and no other key', async () => {
    const value = await seal();
    expect(await decrypt(value, owner)).toEqual({ ok: true, text: ASCII });
    expect(await decrypt(value, reader)).toEqual({ ok: true, text: ASCII });
    expect(await decrypt(value, stranger)).toEqual({ ok: false, reason: 'not-for-this-key' });
  });

  test('members may be spelled with @, and secrets may be in another order than the keys', async () => {
    const value = await seal();
    const [first, second] = value.secret as string[];
    const spelled: JsonObject = {
      '@owner': value.owner ?? [],
      '@reader': value.reader ?? [],
      '@iv': value.iv ?? '',
      '@payload': value.payload ?? '',
      '@secret': [second ?? '', first ?? ''],
    };
    expect(await decrypt(spelled, owner)).toEqual({ ok: true, text: ASCII });
    expect(await decrypt(spelled, reader)).toEqual({ ok: true, text: ASCII });
  });

  test.each([
    [16, 16, 'outside'],
    [32, 16, 'outside'],
    [16, 16, 'inside'],
    [32, 32, 'inside'],
    [32, 32, 'outside'],
  ])('is decrypted with a key of %i bytes and an iv of %i bytes %s the secret', async (keyLength, ivLength, place) => {
    const key = crypto.getRandomValues(new Uint8Array(keyLength));
    const iv = crypto.getRandomValues(new Uint8Array(ivLength));
    const v = place === 'inside' ? encodeBase64(iv) : null;
    const value: JsonObject = {
      '@type': 'http://schema.eduworks.com/ebac/0.2/encryptedValue',
      payload: payloadUnder(key, iv),
      secret: [secretFor(owner, JSON.stringify({ v, d: 'x', s: encodeBase64(key) }))],
      ...(place === 'outside' ? { iv: encodeBase64(iv) } : {}),
    };
    expect(await decrypt(value, owner)).toEqual({ ok: true, text: TEXT });
  });

  test('an iv of the value comes before that of the secret', async () => {
    const key = new Uint8Array(16).fill(7);
    const iv = new Uint8Array(16).fill(9);
    const message = JSON.stringify({ v: encodeBase64(new Uint8Array(16)), s: encodeBase64(key) });
    const value = { iv: encodeBase64(iv), payload: payloadUnder(key, iv), secret: [secretFor(owner, message)] };
    expect(await decrypt(value, owner)).toEqual({ ok: true, text: TEXT });
  });

  test('B28 malformed encrypted values are reported, never thrown', async () => {
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
      expect(await decrypt(value, owner), JSON.stringify(value).slice(0, 200)).toEqual({
        ok: false,
        reason,
      });
    }
  });

  test('B28 a payload cut inside a character is malformed', async () => {
    const key = new Uint8Array(16).fill(7);
    const message = JSON.stringify({ v: encodeBase64(key), s: encodeBase64(key) });
    const payload = Buffer.from(payloadUnder(key, key), 'base64').subarray(0, Buffer.from(TEXT).indexOf('é') + 1);
    const value = { payload: payload.toString('base64'), secret: [secretFor(owner, message)] };
    expect(await decrypt(value, owner)).toEqual({ ok: false, reason: 'malformed' });
  });

  test('thousands of secrets cost no more than a few tries, and those of listed keys come first', async () => {
    const value = await seal();
    const many = Array.from({ length: 5000 }, () => 'AAAA');
    const at = 4000;
    many[at] = (value.secret as string[])[0] ?? '';
    const others: string[] = Array.from({ length: at }, () => 'x');
    const tries = secretsToTry(parseEncryptedValue({ ...value, secret: many }, parsePublicKey), owner.publicKey.id);
    expect(tries.length).toBeLessThan(100);
    expect((await decrypt({ ...value, secret: many }, owner)).ok).toBe(false);
    const listed = { ...value, secret: many, owner: [...others, owner.publicKey.pem] };
    expect((await decrypt(listed, owner)).ok).toBe(true);
  });
});
