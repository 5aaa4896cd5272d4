import { expect, test } from 'vitest';
import { createAccount, openAccount } from '../../editor/src/identity/account.ts';
import { createIdentity, type Identity } from '../../editor/src/identity/identity.ts';
import { createMemoryStorage } from '../../editor/src/identity/text-storage.ts';
import type { NewItem } from '../../editor/src/outline/command.ts';
import { openDocument } from '../../editor/src/outline/document.ts';
import { createOutlineStorage } from '../../editor/src/outline/outline-storage.ts';
import { createService } from '../../editor/src/service/service.ts';
import { createWriter } from '../../editor/src/service/writer.ts';
import { useServer } from '../support/use-server.ts';

const { server } = useServer();

function item(name: string, ...children: NewItem[]): NewItem {
  return { fields: { name }, children };
}

function serviceOf(identity: Identity, fetch = globalThis.fetch) {
  const service = createService({ base: server.api, keys: () => [identity.key], fetch });
  return createWriter(service, 'outline', async () => identity.publicPem);
}

async function newFramework(owner: Identity): Promise<string> {
  const id = `${server.api}data/schema.cassproject.org.0.4.Framework/${crypto.randomUUID()}`;
  const object = { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Framework', '@id': id, name: 'Wheels' };
  await serviceOf(owner).save(id, { ...object, '@owner': [owner.publicPem] }, 'new');
  return id;
}

function open(id: string, owner: Identity, storage = createMemoryStorage()) {
  const options = { storage: createOutlineStorage(storage, id), owners: () => [owner.publicPem], saveDelayMs: 60_000 };
  return openDocument(id, { service: serviceOf(owner), ...options });
}

const TOP = { parent: null, after: null };

test('an outline is saved, and is the same when it is opened again', async () => {
  const ada = await createIdentity('Ada');
  const id = await newFramework(ada);
  const document = await open(id, ada);
  document.run({ kind: 'add', place: TOP, items: [item('A', item('B'), item('C')), item('D')] });
  await document.flush();
  expect(document.getSnapshot().save).toMatchObject({ status: 'saved', pending: 0 });
  const again = await open(id, ada);
  expect(again.getSnapshot().state.tree.roots).toEqual(document.getSnapshot().state.tree.roots);
  expect(again.getSnapshot().state.tree.children).toEqual(document.getSnapshot().state.tree.children);
  document.undo();
  await document.flush();
  expect((await open(id, ada)).getSnapshot().state.objects.size).toBe(1);
});

test('two people lose nothing: other members are merged, the same member is decided by the person', async () => {
  const ada = await createIdentity('Ada');
  const id = await newFramework(ada);
  const first = await open(id, ada);
  const [a = ''] = first.run({ kind: 'add', place: TOP, items: [item('A')] }).added;
  await first.flush();
  const second = await open(id, ada);
  first.run({ kind: 'add', place: TOP, items: [item('Mine')] });
  first.run({ kind: 'edit', id: a, fields: { name: 'A1', description: 'Mine' } });
  second.run({ kind: 'add', place: TOP, items: [item('Theirs')] });
  second.run({ kind: 'edit', id: a, fields: { name: 'A2' } });
  await first.flush();
  await second.flush();
  expect(second.getSnapshot().state.tree.roots).toHaveLength(3);
  expect(second.getSnapshot().save).toMatchObject({
    status: 'conflict',
    conflicts: [{ id: a, fields: [{ member: 'name', base: 'A', mine: 'A2', theirs: 'A1' }] }],
  });
  second.resolve(a, 'theirs', 'name');
  await second.flush();
  expect(second.getSnapshot().save.status).toBe('saved');
  expect((await serviceOf(ada).read(a)).object).toMatchObject({ name: 'A1', description: 'Mine' });
  await first.changedElsewhere([id]);
  expect(first.getSnapshot().state.tree.roots).toHaveLength(3);
  for (const document of [first, second]) document.close();
});

test('what others did meanwhile stays when an edit was undone before it was sent', async () => {
  const ada = await createIdentity('Ada');
  const id = await newFramework(ada);
  const first = await open(id, ada);
  const [a = '', b = ''] = first.run({ kind: 'add', place: TOP, items: [item('A'), item('B')] }).added;
  await first.flush();
  const [second, third] = [await open(id, ada), await open(id, ada)];
  for (const document of [second, third]) {
    for (const edited of [a, b]) document.run({ kind: 'edit', id: edited, fields: { name: 'Mine' } });
    while (document.undo());
  }
  first.run({ kind: 'edit', id: a, fields: { name: 'A1' } });
  first.run({ kind: 'delete', ids: [b] });
  await first.flush();
  await second.flush();
  await second.changedElsewhere([a, b, id]);
  await third.changedElsewhere([a, b, id]);
  await third.flush();
  for (const { state, save } of [second.getSnapshot(), third.getSnapshot()]) {
    expect(save).toMatchObject({ status: 'saved', pending: 0 });
    expect(state.objects.get(a)).toMatchObject({ name: 'A1' });
    expect(state.tree.roots).toEqual([a]);
  }
  expect((await serviceOf(ada).read(a)).object).toMatchObject({ name: 'A1' });
  await expect(serviceOf(ada).read(b)).rejects.toMatchObject({ kind: 'not-found' });
  for (const document of [first, second, third]) document.close();
});

test('changes that could not be sent outlast a reload, with their undo steps', async () => {
  const ada = await createIdentity('Ada');
  const id = await newFramework(ada);
  const storage = createMemoryStorage();
  const fetch = async (...[input, init]: Parameters<typeof globalThis.fetch>) => {
    if (init?.method !== 'GET') throw new TypeError('no network');
    return globalThis.fetch(input, init);
  };
  const service = serviceOf(ada, fetch);
  const options = { storage: createOutlineStorage(storage, id), owners: () => [ada.publicPem], saveDelayMs: 60_000 };
  const offline = await openDocument(id, { service, ...options });
  offline.run({ kind: 'add', place: TOP, items: [item('A')] });
  await offline.flush();
  expect(offline.getSnapshot().save.status).toBe('offline');
  offline.close();
  const again = await open(id, ada, storage);
  expect(again.getSnapshot()).toMatchObject({ canUndo: true, save: { pending: 2 } });
  await again.flush();
  expect(again.getSnapshot().save.status).toBe('saved');
  expect((await open(id, ada)).getSnapshot().state.tree.roots).toHaveLength(1);
});

test('an account brings identities and contacts back', async () => {
  const [ada, grace] = [await createIdentity('Ada'), await createIdentity('Grace')];
  const { accounts } = createService({ base: server.api, keys: () => [] });
  const contact = { id: grace.id, name: grace.name, publicPem: grace.publicPem, person: null };
  await createAccount(accounts, `ada-${ada.id}`, 'secret', [ada], [contact]);
  const account = await openAccount(accounts, `ada-${ada.id}`, 'secret');
  expect(account.identities).toMatchObject([{ name: 'Ada', publicPem: ada.publicPem }]);
  expect(account.contacts).toEqual([contact]);
  await expect(openAccount(accounts, `ada-${ada.id}`, 'wrong')).rejects.toMatchObject({ kind: 'unauthorized' });
});
