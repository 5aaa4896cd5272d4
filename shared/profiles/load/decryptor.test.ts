import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Cast, makeCast } from '../../../test/support/profile-fixture.ts';
import type { PrivateKey } from '../../base/crypto/private-key.ts';
import { parsePublicKey } from '../../base/crypto/public-key.ts';
import { createSealer } from '../../repository/access/encrypt-value.ts';
import { decryptSecret, type EncryptedValue, parseEncryptedValue } from '../../repository/access/encrypted-value.ts';
import { sealText } from '../../repository/access/testing/encrypted-value.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { createDecryptor, withHeldKeys } from './decryptor.ts';

let cast: Cast;

beforeAll(async () => {
  cast = await makeCast();
});

function seal(text: string, owner: PrivateKey, ...readers: readonly PrivateKey[]): Promise<JsonObject> {
  return sealText(text, {
    id: 'https://example.org/x',
    owners: [owner.publicKey],
    readers: readers.map(({ publicKey }) => publicKey),
  });
}

function read(value: JsonObject): EncryptedValue {
  return parseEncryptedValue(value, parsePublicKey);
}

function counting(capacity?: number) {
  const decrypt = vi.fn(decryptSecret);
  const options = { decryptSecret: decrypt, ...(capacity !== undefined && { capacity }) };
  return { decrypt, decryptor: createDecryptor(options) };
}

describe('a decryptor', () => {
  test('decrypts once with each key that the value is encrypted for', async () => {
    const { decryptor, decrypt } = counting();
    const value = await seal('text', cast.assessor, cast.service);
    for (const key of [cast.service, cast.service, cast.assessor]) {
      expect(await decryptor.decrypt(read(value), [cast.stranger, key])).toBe('text');
    }
    expect(decrypt).toHaveBeenCalledTimes(2); // once for each of the two keys
  });

  test('decrypts a secret of several values once, whether they are decrypted concurrently or in sequence', async () => {
    const { decryptor, decrypt } = counting();
    const sealer = await createSealer({ owners: [cast.service.publicKey], readers: [] });
    const texts = ['one', 'two', 'three'];
    const sealed = await Promise.all(texts.map((text) => sealer.seal(text, 'https://example.org/x')));
    for (const _ of [1, 2]) {
      const values = sealed.map(read);
      const found = await decryptor.decryptAll(values, [cast.service]);
      expect(values.map((value) => found.get(value))).toEqual(texts);
    }
    expect(decrypt).toHaveBeenCalledTimes(1);
  });

  test('does not try a key that is not a holder', async () => {
    const { decryptor, decrypt } = counting();
    expect(await decryptor.decrypt(read(await seal('text', cast.assessor)), [cast.service])).toBeNull();
    expect(decrypt).not.toHaveBeenCalled();
  });

  test('returns no cached data for another key, whatever the value contains', async () => {
    const { decryptor } = counting();
    const value = await seal('text', cast.assessor);
    expect(await decryptor.decrypt(read(value), [cast.assessor])).toBe('text');
    const claimed = { ...value, owner: [cast.stranger.publicKey.pem] };
    expect(await decryptor.decrypt(read(claimed), [cast.stranger])).toBeNull();
    const copied = {
      ...(await seal('other', cast.stranger)),
      iv: value['iv'] ?? null,
      payload: value['payload'] ?? null,
    };
    expect(await decryptor.decrypt(read(copied), [cast.stranger])).not.toBe('text');
  });

  test('caches results by key', async () => {
    const { decryptor } = counting();
    const part = read(await seal('text', cast.assessor));
    const keys = [cast.assessor];
    for (const _ of [1, 2]) expect(await decryptor.decrypt(part, keys)).toBe('text');
    expect(await decryptor.decrypt(part, [cast.stranger])).toBeNull();
    expect(await decryptor.decrypt(part, keys)).toBe('text');
  });

  test('decrypts values whose secrets are in another order than their holders', async () => {
    const { decryptor } = counting();
    const value = await seal('text', cast.assessor, cast.subject, cast.service);
    const secret = (value['secret'] as string[]).toReversed(); // what sealText writes
    expect(await decryptor.decrypt(read({ ...value, secret }), [cast.service])).toBe('text');
  });

  test('caches failures too', async () => {
    const { decryptor, decrypt } = counting();
    const value = { ...(await seal('text', cast.service)), secret: ['AAAA', 'no base64', ''] };
    expect(await decryptor.decrypt(read(value), [cast.service])).toBeNull();
    const tried = decrypt.mock.calls.length;
    expect(await decryptor.decrypt(read(value), [cast.service])).toBeNull();
    expect(decrypt).toHaveBeenCalledTimes(tried);
  });

  test('tries a bounded number of secrets', async () => {
    const { decryptor, decrypt } = counting();
    const value = { ...(await seal('text', cast.service)), secret: Array.from({ length: 5000 }, (_, i) => `AAA${i}`) };
    expect(await decryptor.decrypt(read(value), [cast.service])).toBeNull();
    expect(decrypt.mock.calls.length).toBeLessThan(100);
  });

  test('caches no more than its capacity', async () => {
    const { decryptor, decrypt } = counting(3000);
    const values = await Promise.all(Array.from({ length: 6 }, (_, i) => seal(String(i).repeat(700), cast.service)));
    for (const value of values) await decryptor.decrypt(read(value), [cast.service]);
    const [first] = values;
    if (first !== undefined) expect(await decryptor.decrypt(read(first), [cast.service])).toBe('0'.repeat(700));
    expect(decrypt).toHaveBeenCalledTimes(7);
  });

  test('decrypts a value that is larger than its capacity', async () => {
    const { decryptor } = counting(1000);
    expect(await decryptor.decrypt(read(await seal('x'.repeat(5000), cast.service)), [cast.service])).toBe(
      'x'.repeat(5000),
    );
  });

  test.each([
    {},
    { secret: 5, payload: [], owner: 'x' },
    { secret: [{}], owner: [1, null, '-----BEGIN PUBLIC KEY-----x-----END PUBLIC KEY-----'] },
    { '@secret': ['x'], '@owner': {}, '@reader': [[]] },
  ])('takes whatever it is given: %j', async (value: JsonObject) => {
    const owner = { owner: [cast.service.publicKey.pem] };
    expect(await counting().decryptor.decrypt(read(value), [cast.service])).toBeNull();
    expect(await counting().decryptor.decrypt(read({ ...value, ...owner }), [cast.service])).toBeNull();
  });
});

describe('with the keys that the server holds for a caller', () => {
  test('decrypts values that the other keys cannot, and tells that it needed the held keys', async () => {
    const { decryptor } = counting();
    const [both, held, neither] = (
      await Promise.all([
        seal('both', cast.service, cast.subject),
        seal('held', cast.assessor, cast.subject),
        seal('neither', cast.assessor),
      ])
    ).map(read) as [EncryptedValue, EncryptedValue, EncryptedValue];
    const forCaller = withHeldKeys(decryptor, [cast.stranger, cast.subject]);
    const withService = await forCaller.decryptAll([both, neither], [cast.service]);
    expect([withService.get(both), withService.get(neither), forCaller.usedHeldKeys()]).toEqual(['both', null, false]);
    expect((await forCaller.decryptAll([both, held], [cast.service])).get(held)).toBe('held');
    expect(forCaller.usedHeldKeys()).toBe(true);
    expect(await withHeldKeys(decryptor, [cast.subject]).decrypt(held, [cast.service])).toBe('held');
    expect(await withHeldKeys(decryptor, []).decrypt(held, [cast.service])).toBeNull();
  });
});
