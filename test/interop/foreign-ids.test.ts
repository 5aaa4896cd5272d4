import { describe, expect, it } from 'vitest';
import { loadClient, newThing, shortIds, useSession } from './client.ts';
import type { LinkedData } from './client-types.ts';

const client = loadClient();
const { EcCrypto, EcEncryptedValue, EcRepository } = client;
const session = useSession(client);

/** A Thing with an id from elsewhere, as a user registers one. */
function foreign(id: string, name: string): LinkedData {
  const thing = newThing(client, session().repo, name, session().me);
  thing.id = id;
  return thing;
}

const unique = (): string => crypto.randomUUID();

describe.each([
  ['a path', () => `https://elsewhere.example/items/${unique()}`],
  ['a last segment of digits', () => `https://elsewhere.example/items-${unique()}/12345`],
  ['a last segment that is the number of a version', () => `https://elsewhere.example/items-${unique()}/2`],
  ['a query and a fragment', () => `https://elsewhere.example/items?id=${unique()}&lang=en#top`],
  ['letters beyond Latin-1', () => `https://elsewhere.example/中文/${unique()}/größe-€-😀`],
  [
    'the data address of another repository',
    () => `https://other.example/api/data/schema.org.Thing/${unique()}/1700000000000`,
  ],
])('H10 an object whose foreign id has %s', (_, makeId) => {
  it('is saved, read, updated, found, and deleted', async () => {
    const { repo } = session();
    const thing = foreign(makeId(), 'one');
    for (const name of ['one', 'two', 'three']) {
      thing.setName(name);
      await repo.saveTo(thing);
      expect((await EcRepository.get(thing.id, null, null, repo)).getName()).toBe(name);
      expect((await EcRepository.get(thing.shortId(), null, null, repo)).getName()).toBe(name);
      expect((await repo.multiget([thing.shortId()])).map((found) => found.getName())).toEqual([name]);
    }
    const found = await EcRepository.get(thing.shortId(), null, null, repo);
    expect(found.shortId()).toBe(thing.shortId());
    const history = await EcRepository.history(thing.shortId(), repo);
    expect(history?.map((version) => version.getName())).toEqual(['three', 'two', 'one']);
    expect(shortIds(await repo.search(`@id:"${thing.shortId()}"`))).toEqual([thing.shortId()]);

    // A single delete carries the id in the sheet in a header, which cannot contain letters beyond Latin-1.
    if (/[\u0100-\uffff]/.test(thing.id)) await repo.multidelete([thing.shortId()]);
    else await repo.deleteRegistered(thing);
    expect(await EcRepository.get(thing.shortId(), null, null, repo)).toBeNull();
    expect(await repo.search(`@id:"${thing.shortId()}"`)).toEqual([]);
  });

  it('is the same object by MD5 and by batch', async () => {
    const { repo } = session();
    const thing = foreign(makeId(), 'Saved alone');
    await repo.saveTo(thing);
    thing.setName('Saved in a batch');
    await repo.multiput([thing]);
    const md5 = EcCrypto.md5(thing.shortId());
    expect((await EcRepository.get(`${repo.selectedServer}data/${md5}`, null, null, repo)).getName()).toBe(
      'Saved in a batch',
    );
    expect((await EcRepository.history(thing.shortId(), repo))?.length).toBe(2);
    await repo.multidelete([thing.shortId()]);
    expect(await EcRepository.get(thing.shortId(), null, null, repo)).toBeNull();
  });
});

it('H10 an object from elsewhere may turn encrypted and plain again and stays one object', async () => {
  const { repo, nobody } = session();
  const thing = foreign(`https://elsewhere.example/${unique()}`, 'plain');
  for (const encrypt of [false, true, false, true]) {
    EcEncryptedValue.encryptOnSave(thing.id, encrypt);
    thing.setName(encrypt ? 'encrypted' : 'plain');
    await repo.saveTo(thing);
    const found = await EcRepository.get(thing.shortId(), null, null, repo);
    expect(found.type).toBe(encrypt ? 'EncryptedValue' : 'Thing');
    expect((await EcEncryptedValue.fromEncryptedValue(found)).getName()).toBe(thing.getName());
    EcEncryptedValue.encryptOnSave(thing.id, encrypt);
    expect((await repo.search(`@id:"${thing.shortId()}"`)).map((one) => one.shortId())).toEqual([thing.shortId()]);
    if (encrypt) expect(await EcRepository.get(thing.shortId(), null, null, repo, nobody)).toBeNull();
  }
  expect((await EcRepository.history(thing.shortId(), repo))?.length).toBe(4);
});

it('H10 the GUID of an object from elsewhere reaches it too', async () => {
  const { repo } = session();
  const guid = unique();
  const thing = foreign(`https://elsewhere.example/items/${guid}`, 'By its last segment');
  await repo.saveTo(thing);
  expect((await EcRepository.get(`${repo.selectedServer}data/${guid}`, null, null, repo)).id).toBe(thing.id);
});
