import { expect, it } from 'vitest';
import { loadClient, managerOf, newIdentity, newThing, useSession } from './client.ts';
import type { IdentityManager, RemoteIdentityManager } from './client-types.ts';

const client = loadClient();
const { EcRemoteIdentityManager, EcRepository } = client;
const session = useSession(client);

/** A user who types name and password, configured from the server. */
async function typed(username: string, password: string): Promise<RemoteIdentityManager> {
  const remote = new EcRemoteIdentityManager();
  remote.server = session().server.api;
  await remote.configureFromServer(null, null);
  remote.startLogin(username, password);
  return remote;
}

const someone = (): string => `user-${crypto.randomUUID()}`;
const pems = (manager: IdentityManager): string[] => manager.ids.map((identity) => identity.ppk.toPem());

it('H10 keys are created, committed and fetched again with name and password', async () => {
  const username = someone();
  const identity = await newIdentity(client, 'Änne Müller');
  const remote = await typed(username, 'correct horse');
  await remote.create(null, null, managerOf(client));
  const manager = await remote.fetch();
  expect(pems(manager)).toEqual([]);
  manager.addIdentity(identity);
  manager.addContact(session().other.toContact());
  await remote.commit(null, null, manager);

  const again = await (await typed(username, 'correct horse')).fetch();
  expect(pems(again)).toEqual([identity.ppk.toPem()]);
  expect(again.ids[0]?.displayName).toBe('Änne Müller');
  expect(again.contacts.map((contact) => contact.pk.toPem())).toEqual([session().other.ppk.toPk().toPem()]);
});

it('H10 fetched keys decrypt objects that their owner saved', async () => {
  const { repo } = session();
  const username = someone();
  const identity = await newIdentity(client, 'Owner');
  await (await typed(username, 'secret')).create(null, null, managerOf(client, identity));
  const thing = newThing(client, repo, 'For the owner only', identity);
  thing.addReader(identity.ppk.toPk());
  await repo.saveTo(thing, null, null, managerOf(client, identity));

  const fetched = await (await typed(username, 'secret')).fetch();
  expect((await EcRepository.get(thing.shortId(), null, null, repo, fetched)).getName()).toBe('For the owner only');
});

it('H10 a wrong password is refused with the same message as an unknown user, and a taken name with another', async () => {
  const username = someone();
  await (await typed(username, 'right')).create(null, null, managerOf(client));
  const refusal = (remote: RemoteIdentityManager) => remote.fetch().then(() => 'fetched', String);
  const wrongPassword = await refusal(await typed(username, 'wrong'));
  expect(wrongPassword).toContain('Invalid');
  expect(await refusal(await typed(someone(), 'right'))).toBe(wrongPassword);
  await expect((await typed(username, 'other')).create(null, null, managerOf(client))).rejects.toThrow(
    'Cannot create, account already exists.',
  );
  expect(pems(await (await typed(username, 'right')).fetch())).toEqual([]);
});

it('H10 a changed password applies from then on, and the keys stay', async () => {
  const username = someone();
  const identity = await newIdentity(client, 'Changer');
  await (await typed(username, 'old')).create(null, null, managerOf(client, identity));
  const remote = await typed(username, 'old');
  const manager = await remote.fetch();
  remote.changePassword(username, 'old', 'new');
  await remote.commit(null, null, manager);

  await expect((await typed(username, 'old')).fetch()).rejects.toThrow('Invalid');
  expect(pems(await (await typed(username, 'new')).fetch())).toEqual([identity.ppk.toPem()]);
});

it('H10 a commit after another login is refused, and loses nothing', async () => {
  const username = someone();
  const identity = await newIdentity(client, 'Keeper');
  await (await typed(username, 'shared')).create(null, null, managerOf(client, identity));
  const first = await typed(username, 'shared');
  await first.fetch();
  const second = await typed(username, 'shared');
  await second.fetch();
  await expect(first.commit(null, null, managerOf(client))).rejects.toThrow(
    'An error in synchronization has occurred.',
  );
  expect(pems(await (await typed(username, 'shared')).fetch())).toEqual([identity.ppk.toPem()]);
});

it('H10 a commit without a login before it is refused', async () => {
  const username = someone();
  await (await typed(username, 'mine')).create(null, null, managerOf(client));
  await expect((await typed(username, 'guess')).commit(null, null, managerOf(client))).rejects.toThrow(
    'Missing token.',
  );
});

it('H10 names and passwords beyond ASCII work', async () => {
  const username = `${someone()}-Ünal-中文`;
  const identity = await newIdentity(client, 'Ünal');
  await (await typed(username, 'pässwörd-€-😀')).create(null, null, managerOf(client, identity));
  expect(pems(await (await typed(username, 'pässwörd-€-😀')).fetch())).toEqual([identity.ppk.toPem()]);
});
