import { expect, it } from 'vitest';
import { hasOwnServer, loadClient, newThing, shortIds, useSession } from './client.ts';
import type { LinkedData } from './client-types.ts';

const client = loadClient();
const { EcEncryptedValue, EcRepository } = client;

/** Small, so that the client has to split what it sends. */
const POST_MAX_SIZE = 150_000;
const session = useSession(client, { POST_MAX_SIZE: String(POST_MAX_SIZE) });

function things(count: number, word: string): LinkedData[] {
  const { repo, me } = session();
  return Array.from({ length: count }, (_, index) => newThing(client, repo, `${word} ${index}`, me));
}

it('H10 multiput returns the stored objects, in the order sent, and all are readable immediately', async () => {
  const { repo } = session();
  const batch = things(5, 'pebble');
  const stored = await repo.multiput(batch);
  expect(stored).toEqual(batch.map((thing) => expect.objectContaining({ '@id': thing.id, name: thing.getName() })));
  expect(shortIds(await repo.multiget(batch.map((thing) => thing.shortId())))).toEqual(shortIds(batch));
  expect(shortIds(await repo.search('pebble'))).toEqual(shortIds(batch));
});

it.runIf(hasOwnServer)(
  'H10 multiput of more than 500 objects is split by the size that ping names, and none is lost',
  async () => {
    const { repo } = session();
    expect(repo.postMaxSize).toBe(POST_MAX_SIZE);
    const batch = things(620, 'grain');
    expect(batch.reduce((size, thing) => size + thing.toJson().length, 0)).toBeGreaterThan(2 * POST_MAX_SIZE);
    await repo.multiput(batch);
    const found = await repo.searchWithParams('grain', { size: 10_000 });
    expect(shortIds(found)).toEqual(shortIds(batch));
    expect(shortIds(await repo.multiget(batch.map((thing) => thing.shortId())))).toEqual(shortIds(batch));
  },
);

it('H10 multiput updates existing objects: each gets a new version', async () => {
  const { repo } = session();
  const batch = things(3, 'shell');
  await repo.multiput(batch);
  for (const thing of batch) thing.setName('shell, polished');
  await repo.multiput(batch);
  expect((await repo.search('polished')).length).toBe(3);
  for (const thing of batch) expect((await EcRepository.history(thing.shortId(), repo))?.length).toBe(2);
});

it('H10 multiput stores objects that the caller may write and does not change the rest', async () => {
  const { repo, other, others } = session();
  const [mine, hers, fresh] = [
    newThing(client, repo, 'mine'),
    newThing(client, repo, 'hers'),
    newThing(client, repo, 'f'),
  ];
  mine.addOwner(session().me.ppk.toPk());
  hers.addOwner(other.ppk.toPk());
  await repo.saveTo(mine);
  await repo.saveTo(hers, null, null, others);
  for (const thing of [mine, hers, fresh]) thing.setName('changed by me');
  const stored = await repo.multiput([mine, hers, fresh]);
  expect(stored).toEqual([mine, fresh].map((thing) => expect.objectContaining({ '@id': thing.id })));
  const names = (await repo.multiget([mine, hers, fresh].map((thing) => thing.shortId()))).map((one) => one.getName());
  expect(names).toEqual(['changed by me', 'hers', 'changed by me']);
});

it('H10 multiget mixes ids of all kinds and leaves out absent and hidden objects', async () => {
  const { repo, me, nobody } = session();
  const [local, hidden, encrypted] = things(3, 'mix') as [LinkedData, LinkedData, LinkedData];
  const foreign = newThing(client, repo, 'mix from elsewhere', me);
  foreign.id = `https://elsewhere.example/${crypto.randomUUID()}`;
  hidden.addReader(me.ppk.toPk());
  EcEncryptedValue.encryptOnSave(encrypted.shortId(), true);
  await repo.multiput([local, hidden, encrypted, foreign]);
  const urls = [
    foreign.id,
    hidden.shortId(),
    `${repo.selectedServer}data/schema.org.Thing/absent`,
    'https://elsewhere.example/absent',
    local.id,
    encrypted.shortId(),
  ];
  expect((await repo.multiget(urls)).map((one) => one.shortId())).toEqual([
    foreign.id,
    hidden.shortId(),
    local.shortId(),
    encrypted.shortId(),
  ]);
  expect((await repo.multiget(urls, null, null, nobody)).map((one) => one.shortId())).toEqual([
    foreign.id,
    local.shortId(),
  ]);
  expect(await repo.multiget([])).toEqual([]);
});

it('H10 multiget returns the requested versions', async () => {
  const { repo } = session();
  const [thing] = things(1, 'tide') as [LinkedData];
  const ids: string[] = [];
  for (const name of ['low tide', 'high tide']) {
    thing.setName(name);
    await repo.multiput([thing]);
    ids.push((await EcRepository.get(thing.shortId(), null, null, repo)).id);
  }
  expect((await repo.multiget(ids)).map((one) => one.getName())).toEqual(['low tide', 'high tide']);
});

it('H10 multidelete removes objects that the caller owns, with every kind of id, and nothing else', async () => {
  const { repo, me, nobody, others } = session();
  const [local, encrypted] = things(2, 'sand') as [LinkedData, LinkedData];
  const foreign = newThing(client, repo, 'sand from elsewhere', me);
  foreign.id = `https://elsewhere.example/${crypto.randomUUID()}`;
  const commons = newThing(client, repo, 'sand of everybody');
  EcEncryptedValue.encryptOnSave(encrypted.shortId(), true);
  const mine = [local, encrypted, foreign];
  await repo.multiput([...mine, commons]);
  const urls = mine.map((thing) => thing.shortId());

  await repo.multidelete(urls, null, null, nobody);
  await repo.multidelete(urls, null, null, others);
  expect((await repo.multiget(urls)).length).toBe(3);

  await repo.multidelete([...urls, `${repo.selectedServer}data/schema.org.Thing/absent`]);
  expect(await repo.multiget(urls)).toEqual([]);
  expect(shortIds(await repo.search('sand'))).toEqual([commons.shortId()]);
  expect((await EcRepository.history(local.shortId(), repo))?.length).toBe(1);
});

it('H10 an empty batch is not an error', async () => {
  const { repo } = session();
  expect(await repo.multiput([])).toEqual([]);
  await repo.multidelete([]);
});
