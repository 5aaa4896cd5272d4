import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { loadClient, newThing, shortIds, useSession } from './client.ts';
import type { LinkedData, SearchParams } from './client-types.ts';

const client = loadClient();
const { EcRepository } = client;
const session = useSession(client);

const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo'];
const trees = new Map<string, LinkedData>();

function tree(name: string): LinkedData {
  const found = trees.get(name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

/** Seven trees, public and owned, with numbers, nested objects and language maps. */
beforeAll(async () => {
  const { repo, me } = session();
  for (const [height, name] of NAMES.entries()) {
    const one = newThing(client, repo, name, me);
    one.setDescription(`A ${name} tree of the northern woods`);
    one.height = height;
    one.leaf = { shape: height % 2 === 0 ? 'round' : 'needle', label: { en: `${name} leaf`, de: `${name} Blatt` } };
    trees.set(name, one);
  }
  await repo.multiput([...trees.values()]);
});

it.each([
  ['a word', 'birch', ['Birch']],
  ['a word in any case', 'BIRCH', ['Birch']],
  ['two words, either of them', 'birch cedar', ['Birch', 'Cedar']],
  ['two words, both of them', 'birch AND woods', ['Birch']],
  ['a phrase', '"northern woods" AND elm', ['Elm']],
  ['a field', 'name:Fir', ['Fir']],
  ['a field with a phrase', 'description:"Ginkgo tree"', ['Ginkgo']],
  ['a field of a nested object', 'leaf.shape:needle AND height:[3 TO *]', ['Dogwood', 'Fir']],
  ['a language map', 'leaf.label:Blatt AND name:Alder', ['Alder']],
  ['a field by wildcard', 'leaf.\\*:needle AND name:Birch', ['Birch']],
  ['a prefix', 'name:Dogw*', ['Dogwood']],
  ['a range', 'height:>4', ['Fir', 'Ginkgo']],
  ['a group', 'woods AND (alder OR (cedar AND NOT birch))', ['Alder', 'Cedar']],
  ['a negation', 'woods NOT (alder OR birch OR cedar OR dogwood OR elm)', ['Fir', 'Ginkgo']],
  ['required and forbidden words', '+woods +round -alder -cedar', ['Elm', 'Ginkgo']],
  ['a field that exists', '_exists_:height AND height:0', ['Alder']],
])('H10 search finds %s (C6)', async (_, query, expected) => {
  const found = await session().repo.search(query);
  expect(found.map((one) => one.getName()).sort()).toEqual(expected);
});

it('H10 search finds an object by its short id, by its id with version, and by nothing less (C7)', async () => {
  const { repo } = session();
  const [birch, cedar] = [tree('Birch'), tree('Cedar')];
  expect(shortIds(await repo.search(`@id:"${birch.shortId()}"`))).toEqual([birch.shortId()]);
  expect(shortIds(await repo.search(`@id:"${birch.id}"`))).toEqual([birch.shortId()]);
  expect(shortIds(await repo.search(`@id:"${birch.shortId()}" OR @id:"${cedar.shortId()}"`))).toEqual(
    [birch.shortId(), cedar.shortId()].sort(),
  );
  expect(await repo.search(`@id:"${birch.shortId().slice(0, -3)}"`)).toEqual([]);
});

it('H10 search with type and context finds them with and without the slash at the end (C7)', async () => {
  const { repo } = session();
  for (const context of ['http://schema.org/', 'http://schema.org']) {
    const found = await repo.searchWithParams(`@context:"${context}" AND @type:"Thing" AND woods`, { size: 100 });
    expect(found.length, context).toBe(NAMES.length);
  }
  const typed = tree('Elm').getSearchStringByType();
  expect((await repo.search(`(woods) AND ${typed}`)).length).toBe(NAMES.length);
});

it('H10 search calls back for each object found', async () => {
  const seen: string[] = [];
  const found = await session().repo.search('name:(Alder OR Elm)', (one) => seen.push(one.getName()));
  expect(seen.sort()).toEqual(['Alder', 'Elm']);
  expect(found.length).toBe(2);
});

it('H10 search reflects a save, an update and a delete immediately (C8)', async () => {
  const { repo, me } = session();
  for (let round = 0; round < 10; round++) {
    const word = `quokka${round}`;
    const thing = newThing(client, repo, word, me);
    await repo.saveTo(thing);
    expect(shortIds(await repo.search(`name:${word}`))).toEqual([thing.shortId()]);
    thing.setName(`${word}b`);
    await repo.saveTo(thing);
    expect(await repo.search(`name:${word}`)).toEqual([]);
    expect(shortIds(await repo.search(`name:${word}b`))).toEqual([thing.shortId()]);
    await repo.deleteRegistered(thing);
    expect(await repo.search(`name:${word}b`)).toEqual([]);
  }
});

const sortBy = (field: string, order: 'asc' | 'desc'): string =>
  `[ { "${field}": {"order" : "${order}" , "unmapped_type" : "text", "missing" : "_last"}} ]`;

async function names(params: SearchParams, query = 'woods'): Promise<string[]> {
  return (await session().repo.searchWithParams(query, params)).map((one) => one.getName());
}

it('H10 search sorts by a name and by a number, either way', async () => {
  expect(await names({ sort: sortBy('name.keyword', 'asc') })).toEqual(NAMES);
  expect(await names({ sort: sortBy('name.keyword', 'desc') })).toEqual(NAMES.toReversed());
  expect(await names({ sort: sortBy('height', 'desc') })).toEqual(NAMES.toReversed());
  expect(await names({ sort: '[{"@version":{"order":"asc"}}]' })).toHaveLength(NAMES.length);
  expect(await names({ sort: sortBy('not.there', 'asc') })).toHaveLength(NAMES.length);
});

it('H10 search pages with start and size: no gaps, nothing twice', async () => {
  const sort = sortBy('name.keyword', 'asc');
  expect(await names({ size: 3, sort })).toEqual(NAMES.slice(0, 3));
  expect(await names({ start: 3, size: 3, sort })).toEqual(NAMES.slice(3, 6));
  expect(await names({ start: 6, size: 3, sort })).toEqual(NAMES.slice(6));
  expect(await names({ start: 7, size: 3, sort })).toEqual([]);
  const unsorted = [await names({ size: 4 }), await names({ start: 4, size: 4 })].flat();
  expect(unsorted.sort()).toEqual(NAMES);
});

it('H10 search returns 50 objects unless another number is requested, and up to 10,000', async () => {
  const { repo, me } = session();
  await repo.multiput(Array.from({ length: 120 }, (_, index) => newThing(client, repo, `shrub ${index}`, me)));
  expect((await repo.search('shrub')).length).toBe(50);
  expect((await repo.searchWithParams('shrub', { size: 10_000 })).length).toBe(120);
  expect((await repo.searchWithParams('shrub', { start: 100, size: 50 })).length).toBe(20);
  await expect(repo.searchWithParams('shrub', { start: 1, size: 10_000 })).rejects.toThrow(/10001|10000|window/i);
});

it('H10 search narrows with index_hint', async () => {
  expect(await names({ index_hint: '*thing,*encryptedvalue', size: 100 })).toHaveLength(NAMES.length);
  expect(await names({ index_hint: 'schema.org.thing' })).toHaveLength(NAMES.length);
  expect(await names({ index_hint: '*competency,*encryptedvalue' })).toEqual([]);
  expect(await names({ index_hint: 'no.such.type' })).toEqual([]);
});

it('H10 search accepts the unneeded parameters of the client', async () => {
  const params = { fields: ['name'], types: ['Thing'], track_scores: true };
  expect((await names(params)).sort()).toEqual(NAMES);
});

it('H10 an escaped text is searched for literally', async () => {
  const { repo, me } = session();
  const name = 'C++ (basics) [v2] {x}: a/b && c || d ~ "quoted" ^ * ? \\ - = < > !';
  const thing = newThing(client, repo, name, me);
  await repo.saveTo(thing);
  expect(shortIds(await repo.search(`name:"${EcRepository.escapeSearch('basics) [v2] {x}: a/b')}"`))).toEqual([
    thing.shortId(),
  ]);
  const words = EcRepository.escapeSearch(name);
  expect(shortIds(await repo.search(`name:(${words}) AND quoted`))).toContain(thing.shortId());
});

it('H10 a query that cannot be parsed is refused with a message that names the place', async () => {
  const { repo } = session();
  await expect(repo.search('name:(')).rejects.toThrow('position 5');
  expect(await repo.search('')).toBeInstanceOf(Array);
});

it('H10 a search of a type that finds nothing gives an empty list', async () => {
  expect(await client.EcConcept.search(session().repo, `word${randomUUID().replaceAll('-', '')}`)).toEqual([]);
});
