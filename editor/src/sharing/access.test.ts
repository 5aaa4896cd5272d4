import { expect, test } from 'vitest';
import { createIdentity } from '../identity/identity.ts';
import { createVault } from '../identity/vault.ts';
import { accessOf, withAccess } from './access.ts';

const object = { '@context': 'https://schema.org', '@type': 'Thing', '@id': 'http://h/api/data/t/x', name: 'A' };

test('a private object is read by its owners and readers, and public again as it was', async () => {
  const [owner, reader] = [await createIdentity('Owner'), await createIdentity('Reader')];
  const owners = [owner.key.publicKey];
  const sealed = await withAccess(
    { ...object, owner: ['former'], '@signature': ['of the former text'] },
    { isPrivate: true, owners, readers: [reader.key.publicKey] },
  );
  expect(accessOf(sealed)).toMatchObject({ isPrivate: true, owners: [{ pem: owner.publicPem }] });
  expect(JSON.stringify(sealed)).not.toContain('"A"');
  const opened = await createVault(() => [reader.key]).open(sealed);
  expect(opened).toEqual({ ...object, '@owner': [owner.publicPem], '@reader': [reader.publicPem] });
  const shown = await withAccess(opened ?? {}, { isPrivate: false, owners, readers: [] });
  expect(shown).toEqual({ ...object, '@owner': [owner.publicPem] });
  expect(accessOf(shown)).toMatchObject({ isPrivate: false, readers: [] });
});

test('a private object without owners is refused', async () => {
  await expect(withAccess(object, { isPrivate: true, owners: [], readers: [] })).rejects.toThrow(RangeError);
});
