import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../linked-data/json.ts';
import { indexable } from './fields.ts';
import { parseQuery } from './parser.ts';
import { parseSort } from './sort.ts';
import {
  type Client,
  clientLibrary,
  identitiesWith,
  type Parameters,
  recordingRepository,
  SEARCHABLE,
  type SearchableName,
  type Sent,
} from './testing/client.ts';
import { matches } from './testing/matches.ts';
import { compileTypeKeyFilter, parseIndexHint } from './type-key-filter.ts';

const BASE = 'http://localhost/api/data/schema.cassproject.org.0.4';
const COMPETENCY_ID = `${BASE}.Competency/3fa85f64-5717-4562-b3fc-2c963f66afa6`;
const OTHER_ID = `${BASE}.Competency/9fa85f64-5717-4562-b3fc-2c963f66afa6`;
const [MINE, YOURS] = [newPem(), newPem()];

const COMPETENCY: JsonObject = {
  '@context': 'https://schema.cassproject.org/0.4',
  '@type': 'Competency',
  '@id': `${COMPETENCY_ID}/1743202754349`,
  name: ['Add numbers'],
  owner: [MINE.replaceAll('\n', '')],
};
const RELATION: JsonObject = {
  '@context': 'https://schema.cassproject.org/0.4',
  '@type': 'Relation',
  '@id': `${BASE}.Relation/1/1743202754349`,
  source: `${COMPETENCY_ID}/1743202754349`,
  target: OTHER_ID,
};
const ENCRYPTED: JsonObject = {
  '@context': 'https://schema.cassproject.org/kbac/0.4',
  '@type': 'EncryptedValue',
  '@id': `${BASE}.EncryptedValue/2/1743202754349`,
  encryptedType: 'Competency',
  reader: [MINE.replaceAll('\n', '')],
};

let client: Client;

beforeAll(() => {
  createRequire(import.meta.url)('cassproject');
  client = clientLibrary();
});

/** Runs a search of the client library; `null` where the object is not found. */
async function ask(run: (repository: ReturnType<typeof recordingRepository>['repository']) => unknown): Promise<Sent> {
  const { repository, sent } = recordingRepository(client);
  await run(repository);
  const [first] = sent;
  if (first === undefined) throw new Error('The client library sent nothing.');
  return first;
}

function finds(query: string, object: JsonObject): boolean {
  return matches(parseQuery(query, { regex: false }), indexable(object).fields);
}

function newPem(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString();
}

describe('a query of the client library', () => {
  it.each(SEARCHABLE)('is accepted for %s, of everything, of words and of a phrase', async (name: SearchableName) => {
    for (const query of ['*', '', 'add numbers', 'name:"Add numbers"', '(a OR b) AND NOT c', ' ', 'Add!', 'a & b']) {
      const sent = await ask((repository) => client[name].search(repository, query));
      expect(() => parseQuery(sent.query, { regex: false })).not.toThrow();
      expect(
        compileTypeKeyFilter(parseIndexHint(sent.indexHint))('schema.cassproject.org.kbac.0.4.encryptedvalue'),
      ).toBe(true);
    }
  });

  it('finds an object by its type, as a text or within an encrypted value, and no other type', async () => {
    const sent = await ask((repository) => client.EcCompetency.search(repository, '*'));
    expect([COMPETENCY, ENCRYPTED, RELATION].map((object) => finds(sent.query, object))).toEqual([true, true, false]);
    const passes = compileTypeKeyFilter(parseIndexHint(sent.indexHint));
    expect(passes('schema.cassproject.org.0.4.competency')).toBe(true);
    expect(passes('schema.cassproject.org.0.4.relation')).toBe(false);
  });

  it('narrows a search by type with the words of the user', async () => {
    const hit = await ask((repository) => client.EcCompetency.search(repository, 'name:"add numbers"'));
    const miss = await ask((repository) => client.EcCompetency.search(repository, 'name:"numbers add"'));
    expect([finds(hit.query, COMPETENCY), finds(miss.query, COMPETENCY)]).toEqual([true, false]);
  });

  it('finds an object by its short id, when it is stored under an id with a version', () => {
    expect(finds(`@id:"${COMPETENCY_ID}"`, COMPETENCY)).toBe(true);
    expect(finds(`@id:"${OTHER_ID}"`, COMPETENCY)).toBe(false);
    expect(finds(`@context:"https://schema.cassproject.org/0.4/" AND @type:"Competency"`, COMPETENCY)).toBe(true);
  });

  it('finds relations by their source, by several sources and by either end', async () => {
    const { EcAlignment, EcCompetency } = client;
    const versioned = `${COMPETENCY_ID}/1743202754349`;
    const queries = [
      await ask((repository) => EcAlignment.searchBySource(repository, COMPETENCY_ID)),
      await ask((repository) => EcAlignment.searchBySource(repository, versioned)),
      await ask((repository) => EcAlignment.searchBySources(repository, [OTHER_ID, versioned, COMPETENCY_ID])),
      await ask((repository) => EcAlignment.searchByCompetency(repository, OTHER_ID)),
      await ask((repository) => EcAlignment.searchByCompetency(repository, versioned)),
      await ask((repository) => Object.assign(new EcCompetency(), { id: versioned }).relations(repository)),
    ];
    for (const { query } of queries) {
      expect([finds(query, RELATION), finds(query, COMPETENCY)]).toEqual([true, false]);
    }
  });

  it('finds the objects of a competency', async () => {
    const { EcAssertion, EcCompetency, EcLevel } = client;
    const competency = Object.assign(new EcCompetency(), { id: `${COMPETENCY_ID}/1743202754349` });
    const level = { ...RELATION, '@type': 'Level', competency: COMPETENCY_ID };
    const assertion = { ...RELATION, '@type': 'Assertion', competency: COMPETENCY_ID };
    const levels = await ask((repository) => competency.levels(repository));
    const byCompetency = await ask((repository) => EcLevel.searchByCompetency(repository, COMPETENCY_ID));
    expect([finds(levels.query, level), finds(byCompetency.query, level)]).toEqual([true, true]);
    expect(finds(byCompetency.query, { ...level, source: OTHER_ID, competency: OTHER_ID })).toBe(false);
    expect(finds((await ask((repository) => competency.rollupRules(repository))).query, level)).toBe(false);
    expect(finds(new EcAssertion().getSearchStringByTypeAndCompetency(competency), assertion)).toBe(true);
  });

  it('narrows a search by ownership', async () => {
    const identities = (pem: string) => identitiesWith(client, [YOURS, pem]);
    const owned = async (ownership: string, pem: string) => {
      const parameters: Parameters = { ownership };
      const keys = identities(pem);
      return ask((repository) => client.EcCompetency.search(repository, '*', null, null, parameters, keys));
    };
    const ownerless = { ...COMPETENCY };
    delete ownerless.owner;
    const found = async (ownership: string, pem = MINE) => {
      const { query } = await owned(ownership, pem);
      return [finds(query, COMPETENCY), finds(query, ownerless)];
    };
    expect(await found('public')).toEqual([false, true]);
    expect(await found('owned')).toEqual([true, false]);
    expect(await found('me')).toEqual([true, false]);
    expect(await found('me', YOURS)).toEqual([false, false]);
    expect(await found('all')).toEqual([true, true]);
  });

  it('finds objects that the identities own or may read, also for very many identities', () => {
    const query = identitiesWith(client, [YOURS, MINE]).myIdentitiesSearchString();
    expect([COMPETENCY, ENCRYPTED, RELATION].map((object) => finds(query, object))).toEqual([true, true, false]);
    const many = identitiesWith(client, Array(200).fill(YOURS)).myIdentitiesSearchString();
    expect(() => parseQuery(many, { regex: false })).not.toThrow();
  });

  it('finds texts that the client has escaped', () => {
    const text = 'say "hi" (C++ & R&D) [x] {y} a:b ~1 ^2 *? \\ 1<2 && 3>2 || a-b/c=d + !';
    const escaped = client.EcRepository.escapeSearch(text);
    expect(finds(`name:"${escaped}"`, { name: text })).toBe(true);
    expect(finds(`name:(${escaped})`, { name: text })).toBe(true);
  });

  it('sorts by the order that the client sends', async () => {
    const sort = '[ { "name.keyword": {"order" : "asc" , "unmapped_type" : "text", "missing" : "_last"}} ]';
    const sent = await ask((repository) => client.EcFramework.search(repository, '*', null, null, { sort }));
    expect(parseSort(sent.sort ?? '')).toEqual([{ path: 'name', order: 'asc', missing: 'last' }]);
  });
});
