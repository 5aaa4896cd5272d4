import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { loadClient, managerOf, newIdentity, newThing, shortIds, useSession } from './client.ts';
import type { Competency, Framework, Identity, LinkedData, Thing, TypedClass } from './client-types.ts';

const client = loadClient();
const { EcAlignment, EcCompetency, EcFramework, EcIdentityManager, EcLevel, EcPerson } = client;
const session = useSession(client);

/** A word that only this file uses: if tests share a service, other files save objects of the same types. */
const OWN = `own${randomUUID().slice(0, 8)}`;

let framework: Framework;
let knots: Competency;
let bowline: Competency;

function make<T extends LinkedData>(type: TypedClass<T>, name: string, ...owners: Identity[]): T {
  const object = new type();
  object.generateId(session().repo.selectedServer);
  for (const owner of owners) object.addOwner(owner.ppk.toPk());
  object.setName(`${name} ${OWN}`);
  return object;
}

beforeAll(async () => {
  const { repo, me } = session();
  knots = make(EcCompetency, 'Tie knots', me);
  bowline = make(EcCompetency, 'Tie a bowline', me);
  framework = make(EcFramework, 'Seamanship', me);
  framework.addCompetency(knots.id);
  framework.addCompetency(bowline.id);
  await knots.save(null, null, repo);
  await bowline.save(null, null, repo);
  const relation = await bowline.addAlignment(knots, 'narrows', me.ppk, null, null, repo);
  framework.addRelation(relation.id);
  await framework.save(null, null, repo);
  // One word in every type, so that only the type distinguishes them.
  await repo.saveTo(newThing(client, repo, `Tie bowline Seamanship ${OWN}`, me));
});

it('H10 EcFramework.search and EcCompetency.search find objects of their type only', async () => {
  const { repo } = session();
  const both = [knots.shortId(), bowline.shortId()].sort();
  expect(shortIds(await EcFramework.search(repo, `seamanship AND ${OWN}`))).toEqual([framework.shortId()]);
  expect(shortIds(await EcCompetency.search(repo, `tie AND ${OWN}`))).toEqual(both);
  expect(shortIds(await EcCompetency.search(repo, `bowline AND ${OWN}`))).toEqual([bowline.shortId()]);
  expect(shortIds(await EcCompetency.search(repo, '')).filter((id) => both.includes(id))).toEqual(both);
  expect(await EcCompetency.search(repo, `seamanship AND ${OWN}`)).toEqual([]);
});

it('H10 a typed search takes sort, start and size', async () => {
  const { repo } = session();
  const sort = '[ { "name.keyword": {"order" : "asc" , "unmapped_type" : "text", "missing" : "_last"}} ]';
  const first = await EcCompetency.search(repo, OWN, null, null, { sort, size: 1 });
  const second = await EcCompetency.search(repo, OWN, null, null, { sort, start: 1, size: 1 });
  expect([...first, ...second].map((found) => found.getName())).toEqual([`Tie a bowline ${OWN}`, `Tie knots ${OWN}`]);
});

it('H10 getSearchStringByType finds its type in any wording of the query', async () => {
  const { repo } = session();
  const query = `(bowline AND ${OWN}) AND ${new EcCompetency().getSearchStringByType()}`;
  expect(shortIds(await repo.search(query))).toEqual([bowline.shortId()]);
});

it('H10 older versions of a type are found and loaded as the current one', async () => {
  const { repo, me } = session();
  const old = newThing(client, repo, 'Splice a rope', me);
  Object.assign(old, { context: 'http://schema.cassproject.org/0.3', type: 'Competency' });
  old.generateId(repo.selectedServer);
  await repo.saveTo(old);
  const found = await EcCompetency.search(repo, 'splice');
  expect(found.map((one) => one.getFullType())).toEqual(['https://schema.cassproject.org/0.4/Competency']);
});

it('H10 EcFramework.get returns the framework, and refuses another type', async () => {
  const { repo } = session();
  const found = await EcFramework.get(framework.shortId(), null, null, repo);
  expect(found?.competency).toEqual([knots.shortId(), bowline.shortId()]);
  await expect(EcFramework.get(knots.shortId(), null, null, repo)).rejects.toThrow(/not a/);
  const nowhere = `${repo.selectedServer}data/schema.cassproject.org.0.4.Framework/0`;
  expect(await EcFramework.get(nowhere, null, null, repo)).toBeNull();
});

it('H10 the relations of a competency are found from both of its ends', async () => {
  const { repo } = session();
  for (const end of [knots, bowline]) {
    const relations = await end.relations(repo);
    expect(relations.map(({ source, target, relationType }) => ({ source, target, relationType }))).toEqual([
      { source: bowline.shortId(), target: knots.shortId(), relationType: 'narrows' },
    ]);
  }
  expect((await EcAlignment.searchBySource(repo, bowline.id)).length).toBe(1);
  expect((await EcAlignment.searchBySource(repo, knots.shortId())).length).toBe(0);
  expect((await EcAlignment.searchBySources(repo, [bowline.id, knots.id])).length).toBe(1);
});

it('H10 the levels of a competency are found, by id with and without version', async () => {
  const { repo, me } = session();
  const level = await bowline.addLevel('Expert', 'Behind the back', me.ppk, null, null, repo);
  expect(shortIds(await bowline.levels(repo))).toEqual([level.shortId()]);
  expect(shortIds(await knots.levels(repo))).toEqual([]);
  expect(shortIds(await EcLevel.search(repo, 'expert'))).toEqual([level.shortId()]);
});

it('H10 a person is found by the fingerprint of her key', async () => {
  const { repo } = session();
  const ann = await newIdentity(client, 'Ann');
  const person: Thing = new EcPerson();
  person.assignId(repo.selectedServer, ann.ppk.toPk().fingerprint());
  person.addOwner(ann.ppk.toPk());
  person.setName('Ann');
  await repo.saveTo(person, null, null, managerOf(client, ann));
  expect((await EcPerson.getByPk(repo, ann.ppk.toPk()))?.getName()).toBe('Ann');
  expect(await EcPerson.getByPk(repo, session().other.ppk.toPk())).toBeNull();
  expect(shortIds(await EcPerson.search(repo, `"${ann.ppk.toPk().fingerprint()}"`))).toEqual([person.shortId()]);
});

it('H10 searches for an owner or a reader find the objects with the key', async () => {
  const { repo, me, other, others } = session();
  const hers = newThing(client, repo, 'lighthouse of hers', other);
  const ours = newThing(client, repo, 'lighthouse of ours', me);
  ours.addReader(other.ppk.toPk());
  await repo.saveTo(hers, null, null, others);
  await repo.saveTo(ours);
  const pem = other.ppk.toPk().toPem();
  const find = async (query: string) =>
    shortIds(await repo.search(`lighthouse AND ${query}`, null, null, null, others));
  expect(await find(`\\*owner:"${pem}"`)).toEqual([hers.shortId()]);
  expect(await find(`\\*reader:"${pem}"`)).toEqual([ours.shortId()]);
  expect(await find(`(${others.myIdentitiesSearchString()})`)).toEqual([hers.shortId(), ours.shortId()].sort());
});

it('H10 a search is narrowed to public objects, owned ones, or mine', async () => {
  const { repo, me, other, others } = session();
  const everybodys = newThing(client, repo, 'harbour of everybody');
  const mine = newThing(client, repo, 'harbour of mine', me);
  const hers = newThing(client, repo, 'harbour of hers', other);
  await repo.multiput([everybodys, mine]);
  await repo.saveTo(hers, null, null, others);
  const find = async (ownership: 'public' | 'owned' | 'me', eim = EcIdentityManager.default) =>
    shortIds(await repo.searchWithParams('harbour', { ownership }, null, null, null, eim));
  expect(await find('public')).toEqual([everybodys.shortId()]);
  expect(await find('owned')).toEqual([mine.shortId(), hers.shortId()].sort());
  expect(await find('me')).toEqual([mine.shortId()]);
  expect(await find('me', others)).toEqual([hers.shortId()]);
});

it('H10 an unsigned search finds public objects', async () => {
  const { repo, me } = session();
  const open = newThing(client, repo, 'jetty for all', me);
  const closed = newThing(client, repo, 'jetty for me', me);
  closed.addReader(me.ppk.toPk());
  await repo.multiput([open, closed]);
  expect(shortIds(await repo.search('jetty'))).toEqual([open.shortId(), closed.shortId()].sort());
  expect(shortIds(await repo.searchWithParams('jetty', { unsigned: true }))).toEqual([open.shortId()]);
});

it('H10 objects that a caller may not read are not counted, paged or sorted either', async () => {
  const { repo, me, others } = session();
  const visible = Array.from({ length: 20 }, (_, index) => newThing(client, repo, `buoy ${index}`, me));
  const hidden = Array.from({ length: 60 }, (_, index) => newThing(client, repo, `buoy ${index}`, me));
  for (const one of hidden) one.addReader(me.ppk.toPk());
  await repo.multiput([...hidden, ...visible]);
  const page = (start: number) =>
    repo.searchWithParams('buoy', { start, size: 15 }, null, null, null, others).then(shortIds);
  const [first, second, third] = [await page(0), await page(15), await page(20)];
  expect([first.length, second.length, third.length]).toEqual([15, 5, 0]);
  expect([...first, ...second].sort()).toEqual(shortIds(visible));
});
