import { expect, test } from 'vitest';
import { memoryKeyValues } from '../../profiles/testing/key-values.ts';
import { createSealedSecrets, loadMasterKeys, resealSecrets } from './sealed-secrets.ts';
import type { SecretStore } from './secret-store.ts';

const FORMER = Buffer.alloc(32, 1).toString('base64');
const NEW = Buffer.alloc(32, 2).toString('base64');

const masterKey = (text: string): SecretStore => ({ secret: async () => text });
const keysOf = (...keys: string[]) => loadMasterKeys(masterKey(keys.join('\n')));
const never = () => Promise.reject(new Error('It exists already.'));

test('a secret is created once, and the store holds nothing of its text', async () => {
  const { keyValues } = memoryKeyValues(Date.now);
  const secrets = createSealedSecrets(keyValues, await keysOf(NEW));
  expect(await secrets.secret('user-1.pem', async () => 'the text')).toBe('the text');
  expect(await secrets.secret('user-1.pem', never)).toBe('the text');
  const stored = await keyValues.get('user-key/user-1.pem');
  expect(stored?.value).not.toContain('the text');
  expect(stored?.value).not.toContain(Buffer.from('the text').toString('base64').slice(0, 8));
});

test('instances that create a secret concurrently all get the same one', async () => {
  const { keyValues } = memoryKeyValues(Date.now);
  const texts = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (text) =>
      createSealedSecrets(keyValues, await keysOf(NEW)).secret('group-1.pem', async () => text),
    ),
  );
  expect(new Set(texts).size).toBe(1);
});

test('an entry under another name, a changed one, or one under another master key is not decrypted', async () => {
  const { keyValues } = memoryKeyValues(Date.now);
  const secrets = createSealedSecrets(keyValues, await keysOf(NEW));
  await secrets.secret('mine', async () => 'text');
  const { value } = (await keyValues.get('user-key/mine')) ?? { value: '' };
  await keyValues.set('user-key/other', value);
  await expect(secrets.secret('other', never)).rejects.toThrow();
  const changed = value.replace(/"text":"./, ([...start]) => `"text":"${start.at(-1) === 'A' ? 'B' : 'A'}`);
  await keyValues.set('user-key/mine', changed);
  await expect(secrets.secret('mine', never)).rejects.toThrow();
  await keyValues.set('user-key/mine', value);
  const elsewhere = createSealedSecrets(keyValues, await keysOf(FORMER));
  await expect(elsewhere.secret('mine', never)).rejects.toThrow(/give all instances the same one/);
});

test('after a new master key was put first and secrets were sealed again, the former one is not needed', async () => {
  const { keyValues } = memoryKeyValues(Date.now);
  const before = createSealedSecrets(keyValues, await keysOf(FORMER));
  for (let i = 0; i < 250; i++) await before.secret(`user-${i}`, async () => `text ${i}`);
  const both = await keysOf(NEW, FORMER);
  expect(await createSealedSecrets(keyValues, both).secret('user-7', never)).toBe('text 7');
  expect(await resealSecrets(keyValues, both)).toEqual({ resealed: 250, total: 250 });
  expect(await resealSecrets(keyValues, both)).toEqual({ resealed: 0, total: 250 });
  expect(await createSealedSecrets(keyValues, await keysOf(NEW)).secret('user-249', never)).toBe('text 249');
});

test.each(['', 'short', 'not base64!', Buffer.alloc(16).toString('base64')])(
  '"%s" is not a master key',
  async (text) => {
    await expect(loadMasterKeys(masterKey(text))).rejects.toThrow(/32 bytes in base64/);
  },
);
