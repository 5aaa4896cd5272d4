import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadClient, newThing, shortIds, useSession } from './client.ts';
import type { LinkedData } from './client-types.ts';
import { createIndexedStore } from './indexed-store.ts';

const client = loadClient();
const { EcEncryptedValue, EcIdentityManager, EcRepository } = client;
const session = useSession(client);

const store = createIndexedStore();

/** The cache levels of the library's own tests: none; in memory; in memory and in a database, by id with version. */
const LEVELS = [
  { level: 'no cache', caching: false, cachingL2: false },
  { level: 'a cache in memory', caching: true, cachingL2: false },
  { level: 'caches in memory and in a database', caching: true, cachingL2: true },
];

const SAVES: [string, (thing: LinkedData) => Promise<unknown>][] = [
  ['saveTo', (thing) => session().repo.saveTo(thing)],
  ['save', (thing) => EcRepository.save(thing)],
  ['multiput', (thing) => session().repo.multiput([thing])],
];

describe.each(LEVELS)('H10 with $level:', ({ caching, cachingL2 }) => {
  beforeAll(() => {
    Object.assign(EcRepository, { caching, cachingL2, cacheDB: store.database });
  });
  afterAll(() => {
    EcRepository.clearCache();
    Object.assign(EcRepository, { caching: false, cachingL2: false, cacheDB: null });
  });

  /** Sets whether saves encrypt. The id with version covers the one without; reading an encrypted object turns both on. */
  const encryptOnSave = (thing: LinkedData, encrypt: boolean) => EcEncryptedValue.encryptOnSave(thing.id, encrypt);

  const read = async (thing: LinkedData): Promise<LinkedData> =>
    EcEncryptedValue.fromEncryptedValue(await EcRepository.get(thing.shortId(), null, null, session().repo));

  const found = async (thing: LinkedData): Promise<string[]> =>
    shortIds(await session().repo.search(`@id:"${thing.shortId()}"`));

  /** The result for a user without keys; caches are not separate per user, so they are emptied before and after. */
  async function readByNobody(thing: LinkedData): Promise<LinkedData | null> {
    EcRepository.clearCache();
    try {
      return await EcRepository.get(thing.shortId(), null, null, null, session().nobody);
    } finally {
      EcRepository.clearCache();
    }
  }

  it.each(SAVES)('%s: an object is saved, read, encrypted, found, decrypted and deleted', async (_, save) => {
    const { repo, me } = session();
    const thing = newThing(client, repo, 'start', me);
    for (const [round, encrypt] of [false, true, true, false, true, false].entries()) {
      encryptOnSave(thing, encrypt);
      thing.setName(`round ${round}`);
      await save(thing);
      expect((await read(thing)).getName()).toBe(`round ${round}`);
      expect(await found(thing)).toEqual([thing.shortId()]);
      const seen = await readByNobody(thing);
      if (encrypt) expect(seen).toBeNull();
      else expect(seen?.getName()).toBe(`round ${round}`);
    }
    expect((await EcRepository.history(thing.shortId(), repo))?.length).toBe(6);
    await EcRepository.DELETE(await EcRepository.get(thing.shortId(), null, null, repo), null, null, repo);
    expect(await found(thing)).toEqual([]);
    expect(await EcRepository.get(thing.shortId(), null, null, repo)).toBeNull();
  });

  it('an object from elsewhere is saved, read, encrypted, found and deleted', async () => {
    const { repo, me } = session();
    const thing = newThing(client, repo, 'start', me);
    thing.id = `https://elsewhere.example/${crypto.randomUUID()}`;
    for (const [round, encrypt] of [false, true, false].entries()) {
      encryptOnSave(thing, encrypt);
      thing.setName(`round ${round}`);
      await repo.saveTo(thing);
      expect((await read(thing)).getName()).toBe(`round ${round}`);
      expect(await found(thing)).toEqual([thing.id]);
      expect((await readByNobody(thing)) === null).toBe(encrypt);
    }
    await repo.deleteRegistered(thing);
    expect(await found(thing)).toEqual([]);
    expect(await EcRepository.get(thing.shortId(), null, null, repo)).toBeNull();
  });

  it('searches find the newest version, sorted and paged', async () => {
    const { repo, me } = session();
    const word = `w${crypto.randomUUID().slice(0, 8)}`;
    const batch = ['a', 'b', 'c', 'd'].map((letter) => newThing(client, repo, `${letter} ${word}`, me));
    await repo.multiput(batch);
    const page = async (start: number) => {
      const sort = '[{"name.keyword":{"order":"asc","unmapped_type":"text","missing":"_last"}}]';
      const things = await repo.searchWithParams(word, { start, size: 3, sort });
      return things.map((thing) => thing.getName());
    };
    expect([...(await page(0)), ...(await page(3))]).toEqual(['a', 'b', 'c', 'd'].map((letter) => `${letter} ${word}`));
    const [first] = batch as [LinkedData];
    first.setName(`z ${word}`);
    await repo.saveTo(first);
    expect([...(await page(0)), ...(await page(3))]).toEqual(['b', 'c', 'd', 'z'].map((letter) => `${letter} ${word}`));
  });

  it('many objects are read in one call, in the requested order, repeatedly', async () => {
    const { repo, me } = session();
    const batch = Array.from({ length: 30 }, (_, index) => newThing(client, repo, `many ${index}`, me));
    for (const [index, thing] of batch.entries()) {
      if (index % 3 === 1) thing.id = `https://elsewhere.example/${crypto.randomUUID()}`;
      encryptOnSave(thing, index % 3 === 2);
    }
    await repo.multiput(batch);
    const urls = batch.map((thing) => thing.shortId());
    for (let time = 0; time < 2; time++) {
      expect((await repo.multiget(urls)).map((thing) => thing.shortId())).toEqual(urls);
    }
    for (const thing of batch) thing.setName('many, changed');
    await repo.multiput(batch);
    expect((await repo.multiget(urls)).map((thing) => thing.getName())).toEqual(batch.map(() => 'many, changed'));
    await repo.multidelete(urls);
    EcRepository.clearCache();
    expect(await repo.multiget(urls)).toEqual([]);
  });

  it('an object that a user may not read is absent for her, and visible to its owner', async () => {
    const { repo, me, others } = session();
    const thing = newThing(client, repo, 'private', me);
    thing.addReader(me.ppk.toPk());
    await repo.saveTo(thing);
    EcRepository.clearCache();
    expect(await EcRepository.get(thing.shortId(), null, null, repo, others)).toBeNull();
    EcRepository.clearCache();
    expect((await EcRepository.get(thing.shortId(), null, null, repo, EcIdentityManager.default)).getName()).toBe(
      'private',
    );
  });
});

it('H10 the database serves a version that it has without asking for it again', async () => {
  const { repo, me } = session();
  Object.assign(EcRepository, { caching: true, cachingL2: true, cacheDB: store.database });
  try {
    EcRepository.clearCache();
    const thing = newThing(client, repo, 'kept', me);
    await repo.saveTo(thing);
    await repo.search(`@id:"${thing.shortId()}"`);
    await expect.poll(() => [...store.records.keys()]).toContain(thing.id);
    for (const id of Object.keys(EcRepository.cacheBacking)) delete EcRepository.cacheBacking[id];
    store.records.set(thing.id, { ...store.records.get(thing.id), name: 'kept in the database' });
    const found = await repo.search(`@id:"${thing.shortId()}"`);
    expect(found.map((one) => [one.id, one.getName()])).toEqual([[thing.id, 'kept in the database']]);
  } finally {
    EcRepository.clearCache();
    Object.assign(EcRepository, { caching: false, cachingL2: false, cacheDB: null });
  }
});

it('H10 cached searches return the earlier results', async () => {
  const { repo, me } = session();
  EcRepository.cachingSearch = true;
  try {
    const thing = newThing(client, repo, 'searched before', me);
    await repo.saveTo(thing);
    for (let time = 0; time < 2; time++) {
      expect(await repo.search(`@id:"${thing.shortId()}"`)).toHaveLength(1);
    }
  } finally {
    EcRepository.cachingSearch = false;
    EcRepository.clearCache();
  }
});
