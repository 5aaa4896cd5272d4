import { expect, test, vi } from 'vitest';
import { createKeyRing } from '../../../shared/base/crypto/public-key.ts';
import { createSealer } from '../../../shared/repository/access/encrypt-value.ts';
import { createAccountKeeper } from './account-keeper.ts';
import { contactLink, readContactCard, writeContactCard } from './contact-card.ts';
import { createIdentity } from './identity.ts';
import { openIdentityStore } from './identity-store.ts';
import { RecoveryFileError, readRecoveryFile, writeRecoveryFile } from './recovery-file.ts';
import { readSheetCode, writeSheetCode } from './recovery-sheet.ts';
import { createMemoryStorage } from './text-storage.ts';
import { createVault, decryptText, encryptObject } from './vault.ts';

test('identities come back from a recovery file with its passphrase only', async () => {
  const identity = await createIdentity('Ada');
  const file = await writeRecoveryFile([identity], 'correct horse');
  expect(file).not.toContain(identity.privatePem.slice(40, 80));
  const [back] = await readRecoveryFile(file, 'correct horse');
  expect(back).toMatchObject({ name: 'Ada', publicPem: identity.publicPem });
  await expect(readRecoveryFile(file, 'wrong')).rejects.toThrow(RecoveryFileError);
  await expect(readRecoveryFile('{}', 'wrong')).rejects.toThrow(RecoveryFileError);
});

test('identities and contacts outlast a reload, and nothing outlasts signing out', async () => {
  const storage = createMemoryStorage();
  const store = await openIdentityStore(storage);
  const ada = await store.create('Ada');
  const other = await createIdentity('Grace');
  await store.addContact('Grace', other.publicPem);
  const reopened = (await openIdentityStore(storage)).getSnapshot();
  expect(reopened.current).toMatchObject({ id: ada.id, name: 'Ada' });
  expect(reopened.contacts).toEqual([{ id: other.id, name: 'Grace', publicPem: other.publicPem, person: null }]);
  await store.signOut();
  expect(store.getSnapshot().identities).toEqual([]);
  expect((await openIdentityStore(storage)).getSnapshot()).toMatchObject({ current: null, contacts: [] });
});

test('an account that was opened gets the keys and contacts made later; after a failed save the person is asked again', async () => {
  const store = await openIdentityStore(createMemoryStorage());
  await store.create('Ada');
  const keeper = createAccountKeeper(store);
  const kept: string[][] = [];
  let isAway = false;
  await keeper.begin('ada', async ({ identities, contacts }) => {
    if (isAway) throw new Error('offline');
    kept.push([...identities, ...contacts].map(({ name }) => name));
  });
  expect(store.getSnapshot()).toMatchObject({ kept: true, account: 'ada' });
  await store.create('Ada at work');
  await store.addContact('Grace', (await createIdentity('Grace')).publicPem);
  await vi.waitFor(() => expect(kept.at(-1)).toEqual(['Ada', 'Ada at work', 'Grace']));
  await vi.waitFor(() => expect(store.getSnapshot().kept).toBe(true));
  isAway = true;
  await store.create('A learner');
  await new Promise((resolve) => setTimeout(resolve));
  expect(store.getSnapshot()).toMatchObject({ kept: false, account: 'ada' });
  isAway = false;
  await store.rename(store.getSnapshot().identities[0]?.id ?? '', 'Ada L.');
  await vi.waitFor(() => expect(kept.at(-1)).toEqual(['Ada L.', 'Ada at work', 'A learner', 'Grace']));
  await store.signOut();
  expect(store.getSnapshot()).toMatchObject({ kept: false, account: null });
});

test('a private object is decrypted by its owners and readers, and by nobody else', async () => {
  const [owner, reader, stranger] = await Promise.all(['A', 'B', 'C'].map(createIdentity));
  if (!owner || !reader || !stranger) throw new Error('unreachable');
  const object = {
    '@context': 'https://schema.org',
    '@type': 'Thing',
    '@id': 'http://h/api/data/t/x1',
    name: 'Ünïcode',
  };
  const sealed = await encryptObject(object, [owner.key.publicKey], [reader.key.publicKey]);
  expect(JSON.stringify(sealed)).not.toContain('code"');
  expect(await createVault(() => [reader.key]).open(sealed)).toEqual(object);
  expect(await createVault(() => [stranger.key]).open(sealed)).toBeNull();
  const sealer = await createSealer({ owners: [owner.key.publicKey], readers: [] });
  const field = await sealer.seal('true', object['@id']);
  expect(await decryptText(field, [owner.key], createKeyRing())).toBe('true');
});

test('an identity comes back from the code of a recovery sheet, also when it is typed in several lines', async () => {
  const identity = await createIdentity('Žofie');
  const code = await writeSheetCode(identity, 'correct horse');
  expect(code.length).toBeLessThan(700);
  const typed = code.replace(/(.{20})/g, '$1\n');
  const back = await readSheetCode(typed, 'correct horse');
  expect(back).toMatchObject({ name: 'Žofie', publicPem: identity.publicPem });
  const sealed = await encryptObject({ '@id': 'http://h/x', '@type': 'Thing' }, [identity.key.publicKey], []);
  expect(await createVault(() => [back.key]).open(sealed)).not.toBeNull();
  await expect(readSheetCode(code, 'wrong')).rejects.toThrow(RecoveryFileError);
  await expect(readSheetCode('COMPETENCY-KEY-1:600000:!', 'x')).rejects.toThrow(RecoveryFileError);
});

test('keys that two pages of the browser make at the same time are both kept', async () => {
  const storage = { ...createMemoryStorage(), durable: true };
  const [first, second] = [await openIdentityStore(storage), await openIdentityStore(storage)];
  const [ada, grace] = [await first.create('Ada'), await second.create('Grace')];
  const { identities } = (await openIdentityStore(storage)).getSnapshot();
  expect(identities.map(({ id }) => id)).toEqual([ada.id, grace.id]);
});

test('a contact is read from its file, its link, and its key alone, and from nothing else', async () => {
  const ada = await createIdentity('Ada & Co');
  const expected = { name: 'Ada & Co', key: { pem: ada.publicPem } };
  expect(readContactCard(writeContactCard(ada))).toMatchObject(expected);
  expect(readContactCard(contactLink('https://c.example/identity', ada))).toMatchObject(expected);
  expect(readContactCard(` ${ada.publicPem}\n`)).toMatchObject({ ...expected, name: null });
  for (const text of ['', 'Ada', '{}', 'https://c.example/#key=x', ada.privatePem])
    expect(readContactCard(text)).toBeNull();
});
