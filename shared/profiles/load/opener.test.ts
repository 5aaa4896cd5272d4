import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Cast, makeCast } from '../../../test/support/profile-fixture.ts';
import { openEncryptedValue, sealText } from '../../crypto/encrypted-value.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import { parsePublicKey } from '../../crypto/public-key.ts';
import type { JsonObject } from '../../linked-data/json.ts';
import { createOpener } from './opener.ts';
import { type SealedPart, sealedPart } from './sealed-part.ts';

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

function read(value: JsonObject): SealedPart {
  return sealedPart(value, parsePublicKey);
}

function counting(capacity?: number) {
  const decrypt = vi.fn(openEncryptedValue);
  return { decrypt, opener: createOpener(capacity === undefined ? { decrypt } : { decrypt, capacity }) };
}

describe('an opener', () => {
  test('opens with whichever key the part is sealed for, and decrypts once', async () => {
    const { opener, decrypt } = counting();
    const value = await seal('text', cast.assessor, cast.service);
    for (const key of [cast.service, cast.service, cast.assessor]) {
      expect(await opener.open(read(value), [cast.stranger, key])).toBe('text');
    }
    expect(decrypt).toHaveBeenCalledTimes(2); // once for each of the two keys
  });

  test('does not try a key that the part does not list', async () => {
    const { opener, decrypt } = counting();
    expect(await opener.open(read(await seal('text', cast.assessor)), [cast.service])).toBeNull();
    expect(decrypt).not.toHaveBeenCalled();
  });

  test('gives nothing of what it remembers to another key, whatever the part says', async () => {
    const { opener } = counting();
    const value = await seal('text', cast.assessor);
    expect(await opener.open(read(value), [cast.assessor])).toBe('text');
    const claimed = { ...value, owner: [cast.stranger.publicKey.pem] };
    expect(await opener.open(read(claimed), [cast.stranger])).toBeNull();
    const copied = {
      ...(await seal('other', cast.stranger)),
      iv: value['iv'] ?? null,
      payload: value['payload'] ?? null,
    };
    expect(await opener.open(read(copied), [cast.stranger])).not.toBe('text');
  });

  test('asks the same part again for each set of keys', async () => {
    const { opener } = counting();
    const part = read(await seal('text', cast.assessor));
    const keys = [cast.assessor];
    for (const _ of [1, 2]) expect(await opener.open(part, keys)).toBe('text');
    expect(await opener.open(part, [cast.stranger])).toBeNull();
    expect(await opener.open(part, keys)).toBe('text');
  });

  test('opens parts whose secrets stand in another order than their holders', async () => {
    const { opener } = counting();
    const value = await seal('text', cast.assessor, cast.subject, cast.service);
    const secret = (value['secret'] as string[]).toReversed(); // what sealText writes
    expect(await opener.open(read({ ...value, secret }), [cast.service])).toBe('text');
  });

  test('remembers also what it could not open', async () => {
    const { opener, decrypt } = counting();
    const value = { ...(await seal('text', cast.service)), secret: ['AAAA', 'no base64', ''] };
    expect(await opener.open(read(value), [cast.service])).toBeNull();
    const tried = decrypt.mock.calls.length;
    expect(await opener.open(read(value), [cast.service])).toBeNull();
    expect(decrypt).toHaveBeenCalledTimes(tried);
  });

  test('gives up on parts with secrets without end', async () => {
    const { opener, decrypt } = counting();
    const value = { ...(await seal('text', cast.service)), secret: Array.from({ length: 5000 }, (_, i) => `AAA${i}`) };
    expect(await opener.open(read(value), [cast.service])).toBeNull();
    expect(decrypt.mock.calls.length).toBeLessThan(100);
  });

  test('keeps to its capacity', async () => {
    const { opener, decrypt } = counting(3000);
    const values = await Promise.all(Array.from({ length: 6 }, (_, i) => seal(String(i).repeat(700), cast.service)));
    for (const value of values) await opener.open(read(value), [cast.service]);
    const [first] = values;
    if (first !== undefined) expect(await opener.open(read(first), [cast.service])).toBe('0'.repeat(700));
    expect(decrypt).toHaveBeenCalledTimes(7);
  });

  test('opens a part that is larger than its capacity', async () => {
    const { opener } = counting(1000);
    expect(await opener.open(read(await seal('x'.repeat(5000), cast.service)), [cast.service])).toBe('x'.repeat(5000));
  });

  test.each([
    {},
    { secret: 5, payload: [], owner: 'x' },
    { secret: [{}], owner: [1, null, '-----BEGIN PUBLIC KEY-----x-----END PUBLIC KEY-----'] },
    { '@secret': ['x'], '@owner': {}, '@reader': [[]] },
  ])('takes whatever it is given: %j', async (value: JsonObject) => {
    const owner = { owner: [cast.service.publicKey.pem] };
    expect(await counting().opener.open(read(value), [cast.service])).toBeNull();
    expect(await counting().opener.open(read({ ...value, ...owner }), [cast.service])).toBeNull();
  });
});
