import { beforeAll, expect, it } from 'vitest';
import { startServer } from '../support/server.ts';
import { loadClient, managerOf, newIdentity, newThing, useSession } from './client.ts';
import type { Identity, IdentityManager, LinkedData } from './client-types.ts';

const client = loadClient();
const { EcRekeyRequest, EcRemoteLinkedData, EcRepository } = client;
const session = useSession(client);

const NOT_OWNER = 'Only an owner of an object may change it.';

let [before, after] = [] as unknown as [Identity, Identity];
let [olds, news] = [] as unknown as [IdentityManager, IdentityManager];
/** Objects of the old key: one that all may read, one that only this key may read. */
let [open, secret] = [] as unknown as [LinkedData, LinkedData];
let request: LinkedData;

beforeAll(async () => {
  const { server, repo } = session();
  [before, after] = [await newIdentity(client, 'Before'), await newIdentity(client, 'After')];
  [olds, news] = [managerOf(client, before), managerOf(client, after)];
  [open, secret] = [newThing(client, repo, 'Open', before), newThing(client, repo, 'Secret', before)];
  secret.addReader(before.ppk.toPk());
  await repo.multiput([open, secret], null, null, olds);
  request = await EcRekeyRequest.generateRekeyRequest(server.api, before.ppk, after.ppk);
});

it('H10 a rekey request that the client makes takes effect when it is saved, also for clients that know nothing of it', async () => {
  const { repo } = session();
  await expect(repo.saveTo(open, null, null, news)).rejects.toThrow(NOT_OWNER);
  expect(await EcRepository.get(secret.shortId(), null, null, repo, news)).toBeNull();

  await repo.saveTo(request, null, null, news);

  open.setName('Changed with the new key');
  await repo.saveTo(open, null, null, news);
  expect((await EcRepository.get(open.shortId(), null, null, repo)).getName()).toBe('Changed with the new key');
  expect((await EcRepository.get(secret.shortId(), null, null, repo, news)).getName()).toBe('Secret');
  expect((await EcRepository.history(secret.shortId(), repo, news))?.length).toBe(1);
  expect((await repo.search('Secret', null, null, null, news)).length).toBe(1);

  await expect(repo.saveTo(open, null, null, olds)).rejects.toThrow(NOT_OWNER);
  await expect(EcRepository.DELETE(open, null, null, repo, olds)).rejects.toThrow();
  expect(await repo.multiput([open], null, null, olds)).toEqual([]);
  expect(await EcRepository.get(secret.shortId(), null, null, repo, olds)).toBeNull();
  expect(await repo.search('Secret', null, null, null, olds)).toEqual([]);
});

it('H10 the request is returned as it was signed', async () => {
  const found = await EcRepository.get(request.shortId(), null, null, session().repo);
  expect(await new EcRekeyRequest().copyFrom(found).verify()).toBe(true);
});

it('H10 after a restart of the server the new key still has the rights of the old one', async () => {
  const { ownServer, repo } = session();
  const server = ownServer();
  await server.stop();
  const again = await startServer({ PORT: String(server.port) }, server.directory);
  try {
    expect((await EcRepository.get(secret.shortId(), null, null, repo, news)).getName()).toBe('Secret');
    await expect(repo.saveTo(open, null, null, olds)).rejects.toThrow(NOT_OWNER);

    const later = new EcRepository();
    await later.init(again.api);
    const [oldPem, newPem] = [before, after].map(({ ppk }) => ppk.toPk().toPem());
    expect(EcRemoteLinkedData.forwardingTable[oldPem ?? '']).toBe(newPem);
    const found = await EcRepository.get(open.shortId(), null, null, later);
    expect(found.owner).toEqual([newPem]);
    found.setName('Handed over');
    await later.saveTo(found, null, null, news);
    await expect(later.saveTo(found, null, null, olds)).rejects.toThrow(NOT_OWNER);
  } finally {
    await again.stop();
  }
});
