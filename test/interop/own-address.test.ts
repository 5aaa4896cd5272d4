import { describe, expect, it } from 'vitest';
import { freePort } from '../support/server.ts';
import { loadClient, newThing, shortIds, useSession } from './client.ts';

const client = loadClient();
const { EcRepository } = client;

/** A server that knows its address, including a path prefix, accepts only signatures for it or for the object of the request. */
const session = useSession(client, async () => {
  const port = await freePort();
  return { PORT: String(port), SVC_BASE: '/competencies', SVC_LOOPBACK: `http://localhost:${port}/competencies/api/` };
});

describe('H10 with a server that knows its own address', () => {
  it.each([
    ['here', () => null],
    ['elsewhere', () => `https://elsewhere.example/${crypto.randomUUID()}`],
    ['elsewhere, a number', () => `https://elsewhere.example/${crypto.randomUUID()}/42`],
    [
      'at another repository',
      () => `https://other.example/api/data/schema.org.Thing/${crypto.randomUUID()}/1700000000000`,
    ],
  ])('an object with readers and an id from %s is saved, read, found, updated and deleted', async (_, makeId) => {
    const { repo, me, nobody } = session();
    const thing = newThing(client, repo, 'one', me);
    thing.id = makeId() ?? thing.id;
    thing.addReader(me.ppk.toPk());
    for (const name of ['one', 'two']) {
      thing.setName(name);
      await repo.saveTo(thing);
      expect((await EcRepository.get(thing.shortId(), null, null, repo)).getName()).toBe(name);
    }
    expect((await EcRepository.history(thing.shortId(), repo))?.length).toBe(2);
    expect(shortIds(await repo.search(`@id:"${thing.shortId()}"`))).toEqual([thing.shortId()]);
    expect(shortIds(await repo.multiget([thing.shortId()]))).toEqual([thing.shortId()]);
    expect(await EcRepository.get(thing.shortId(), null, null, repo, nobody)).toBeNull();
    thing.setName('three');
    await repo.multiput([thing]);
    expect((await EcRepository.history(thing.shortId(), repo))?.length).toBe(3);
    await repo.deleteRegistered(thing);
    expect(await EcRepository.get(thing.shortId(), null, null, repo)).toBeNull();
  });
});
