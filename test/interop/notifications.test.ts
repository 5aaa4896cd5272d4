import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { loadClient, managerOf, newThing, useSession } from './client.ts';
import type { IdentityManager } from './client-types.ts';

const client = loadClient();
const { EcEncryptedValue, EcIdentityManager, EcRepository } = client;
const session = useSession(client);

const open: WebSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

/** A subscriber and what it received so far. */
type Subscriber = { readonly received: string[]; readonly binary: boolean[] };

/** Listens as replication does: the API address with `ws` for `http` and `ws/custom` for `api/`. */
async function listen(headers: Record<string, string> = {}): Promise<Subscriber> {
  const url = session()
    .repo.selectedServer.replace(/^http/, 'ws')
    .replace(/api\/$/, 'ws/custom');
  const socket = new WebSocket(url, { headers });
  open.push(socket);
  const subscriber: Subscriber = { received: [], binary: [] };
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    subscriber.received.push(data.toString());
    subscriber.binary.push(isBinary);
  });
  await once(socket, 'open');
  return subscriber;
}

const sheetOf = (eim: IdentityManager): Promise<string> =>
  eim.signatureSheet(60_000, session().repo.selectedServer, null, null, 'SHA-256');

/**
 * Saves a public object and waits until every subscriber has received its id: messages come in order, so that earlier ones have
 * arrived by then, or never will.
 *
 * @returns what each subscriber received before
 */
async function heardBefore(...subscribers: Subscriber[]): Promise<string[][]> {
  const marker = newThing(client, session().repo, 'marker', session().me);
  await session().repo.saveTo(marker);
  await expect.poll(() => subscribers.every(({ received }) => received.includes(marker.shortId()))).toBe(true);
  return subscribers.map(({ received }) => received.slice(0, received.indexOf(marker.shortId())));
}

it('H10 a save and a delete each send the bare short id as a text frame', async () => {
  const { repo, me } = session();
  const subscriber = await listen();
  const thing = newThing(client, repo, 'Announced', me);
  await repo.saveTo(thing);
  await repo.saveTo(thing);
  await repo.deleteRegistered(thing);
  const [received] = await heardBefore(subscriber);
  expect(received).toEqual([thing.shortId(), thing.shortId(), thing.shortId()]);
  expect(subscriber.binary).not.toContain(true);
});

it('K4 a batch sends one JSON array of short ids', async () => {
  const { repo, me } = session();
  const subscriber = await listen();
  const batch = ['one', 'two', 'three'].map((name) => newThing(client, repo, name, me));
  await repo.multiput(batch);
  const [received = []] = await heardBefore(subscriber);
  expect(received.map((message) => JSON.parse(message))).toEqual([batch.map((thing) => thing.shortId())]);
});

it('H10 an object from elsewhere is announced by its own id', async () => {
  const { repo, me } = session();
  const subscriber = await listen();
  const thing = newThing(client, repo, 'From elsewhere', me);
  thing.id = `https://elsewhere.example/${crypto.randomUUID()}/7`;
  await repo.saveTo(thing);
  expect(await heardBefore(subscriber)).toEqual([[thing.id]]);
});

it('K1 ids of hidden and encrypted objects are sent only to subscribers that proved a key that may read them', async () => {
  const { repo, me, other, others } = session();
  const nobody = await listen();
  const stranger = await listen({ signatureSheet: await sheetOf(others) });
  const owner = await listen({ signatureSheet: await sheetOf(EcIdentityManager.default) });
  const hidden = newThing(client, repo, 'Hidden', me);
  hidden.addReader(me.ppk.toPk());
  const encrypted = newThing(client, repo, 'Encrypted', me);
  EcEncryptedValue.encryptOnSave(encrypted.shortId(), true);
  const shared = newThing(client, repo, 'Shared', me);
  shared.addReader(other.ppk.toPk());
  await repo.saveTo(hidden);
  await repo.multiput([encrypted, shared]);
  await EcRepository.DELETE(hidden);

  const [anonymous, strangers, owners] = await heardBefore(nobody, stranger, owner);
  expect(anonymous).toEqual([]);
  expect(strangers).toEqual([JSON.stringify([shared.shortId()])]);
  expect(owners).toEqual([hidden.shortId(), JSON.stringify([encrypted.shortId(), shared.shortId()]), hidden.shortId()]);
});

it('H10 reads, searches and refused writes send nothing', async () => {
  const { repo, me, others } = session();
  const thing = newThing(client, repo, 'Quiet', me);
  await repo.saveTo(thing);
  const subscriber = await listen();
  await EcRepository.get(thing.shortId(), null, null, repo);
  await repo.search('quiet');
  await expect(repo.saveTo(thing, null, null, others)).rejects.toThrow();
  await repo.multiput([thing], null, null, others);
  await repo.multidelete([thing.shortId()], null, null, managerOf(client));
  const [received = []] = await heardBefore(subscriber);
  expect(received.filter((message) => message.includes(thing.getGuid()))).toEqual([]);
});
