import { expect, it } from 'vitest';
import { loadClient, managerOf, newThing, useSession } from './client.ts';

const client = loadClient();
const { EcRemoteLinkedData, EcRepository } = client;
const session = useSession(client);

const NOT_OWNER = 'Only an owner of an object may change it.';

it('H10 only an owner changes or deletes an object', async () => {
  const { repo, me, others, nobody } = session();
  const thing = newThing(client, repo, 'Mine', me);
  await repo.saveTo(thing);
  for (const stranger of [others, nobody]) {
    const copy = new EcRemoteLinkedData('', '').copyFrom(thing);
    copy.setName('Not yours');
    await expect(repo.saveTo(copy, null, null, stranger)).rejects.toThrow(NOT_OWNER);
    await expect(EcRepository.save(copy, null, null, null, stranger)).rejects.toThrow(NOT_OWNER);
    expect(await repo.multiput([copy], null, null, stranger)).toEqual([]);
    await expect(EcRepository.DELETE(copy, null, null, repo, stranger)).rejects.toThrow();
    await repo.multidelete([copy.shortId()], null, null, stranger);
  }
  expect((await EcRepository.history(thing.shortId(), repo))?.map((version) => version.getName())).toEqual(['Mine']);
  expect((await EcRepository.get(thing.shortId(), null, null, repo)).getName()).toBe('Mine');
});

it('H10 each of two owners may change an object, and one may leave it to the other', async () => {
  const { repo, me, other, others } = session();
  const thing = newThing(client, repo, 'Ours', me, other);
  await repo.saveTo(thing);
  thing.setName('Ours, changed by the other');
  await repo.saveTo(thing, null, null, others);
  thing.removeOwner(me.ppk.toPk());
  await repo.saveTo(thing);
  thing.setName('Not mine any more');
  await expect(repo.saveTo(thing)).rejects.toThrow(NOT_OWNER);
  await repo.saveTo(thing, null, null, others);
  expect((await EcRepository.get(thing.shortId(), null, null, repo)).owner).toEqual([other.ppk.toPk().toPem()]);
});

it('H10 any caller may change an object without owners', async () => {
  const { repo, others } = session();
  const thing = newThing(client, repo, 'Commons');
  await repo.saveTo(thing);
  thing.setName('Commons, tended');
  await repo.saveTo(thing, null, null, others);
  expect((await EcRepository.get(thing.shortId(), null, null, repo)).getName()).toBe('Commons, tended');
});

it('H10 an object with readers is visible to its owners and readers, and null for other callers', async () => {
  const { repo, me, other, others, nobody } = session();
  const thing = newThing(client, repo, 'Between us', me);
  thing.addReader(me.ppk.toPk());
  await repo.saveTo(thing);
  const url = thing.shortId();
  for (const eim of [others, nobody]) {
    expect(await EcRepository.get(url, null, null, repo, eim)).toBeNull();
    expect(await EcRepository.history(url, repo, eim)).toBeNull();
    expect(await repo.search(`@id:"${url}"`, null, null, null, eim)).toEqual([]);
    expect(await repo.multiget([url], null, null, eim)).toEqual([]);
  }
  thing.addReader(other.ppk.toPk());
  await repo.saveTo(thing);
  expect((await EcRepository.get(url, null, null, repo, others)).getName()).toBe('Between us');
  expect((await repo.search(`@id:"${url}"`, null, null, null, others)).length).toBe(1);
  expect((await EcRepository.history(url, repo, others))?.length).toBe(1);
  expect((await EcRepository.history(url, repo))?.length).toBe(2);
  expect(await EcRepository.get(url, null, null, repo, nobody)).toBeNull();
});

it('H10 a reader that is not an owner can read and cannot write', async () => {
  const { repo, me, other, others } = session();
  const thing = newThing(client, repo, 'Read only for one of us', me);
  thing.addReader(other.ppk.toPk());
  await repo.saveTo(thing);
  const copy = await EcRepository.get(thing.shortId(), null, null, repo, others);
  copy.setName('Overreached');
  await expect(repo.saveTo(copy, null, null, others)).rejects.toThrow(NOT_OWNER);
  await repo.saveTo(copy, null, null, managerOf(client, me, other));
  expect((await EcRepository.get(thing.shortId(), null, null, repo)).getName()).toBe('Overreached');
});
