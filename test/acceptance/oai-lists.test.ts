import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { foreignHarvester, oaiClient, validAnswer } from '../support/oai.ts';
import { oaiSchemas } from '../support/oai-schemas.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { untilPast } from '../support/until-past.ts';
import { useServer } from '../support/use-server.ts';

/** On a cluster, each part of a list takes many calls. */
const COUNT = process.env.STORE === 'opensearch' ? 1_000 : 5_000;
const TEST_MS = 300_000;
const AT_ONCE = 250;

/** Entries of a part: at least a hundred, and the changes that are read at a time. */
const MAX_ENTRIES = 300;

const { server, client } = useServer();
const oai = oaiClient(client);
const harvester = await foreignHarvester();

const idOf = (type: string, name: string) => `${server.api}data/schema.cassproject.org.0.4.${type}/${name}`;

async function saveAll(type: string, names: readonly string[], members: Record<string, unknown> = {}): Promise<void> {
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const json = names.slice(from, from + AT_ONCE).map((name) => ({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': type,
      '@id': idOf(type, name),
      name,
      ...members,
    }));
    const { stored } = (await client.call('/api/sky/repo/multiPut', { json })).json();
    if (stored !== json.length) throw new Error('Not all objects are saved.');
  }
}

const names = Array.from({ length: COUNT }, (_, at) => `skill-${at}`);
const ids = new Set<string>();

beforeAll(async () => {
  await saveAll('Competency', names);
  for (const name of names) ids.add(idOf('Competency', name));
}, TEST_MS);

test('the schemas find mistakes', async ({ skip }) => {
  const schemas = await oaiSchemas(client);
  if (schemas === null) return skip();
  const { text } = await oai.ask('verb=Identify');
  expect(validAnswer(text, schemas).error).toBeUndefined();
  expect(() => validAnswer(text.replace('persistent', 'sometimes'), schemas)).toThrow(/sometimes/);
});

describe('a list of thousands of records', { timeout: TEST_MS }, () => {
  test('comes in parts of some hundred, each record once, with the number of those before', async () => {
    const pages = await oai.pages({ verb: 'ListRecords', metadataPrefix: 'oai_dc' });
    const found = pages.flatMap(({ live }) => live);
    expect(new Set(found).size).toBe(found.length);
    expect(new Set(found)).toEqual(ids);
    let before = 0;
    for (const { live, texts } of pages) {
      expect(live.length).toBeLessThanOrEqual(MAX_ENTRIES);
      expect(texts('//oai:resumptionToken/@cursor')).toEqual([String(before)]);
      before += live.length;
    }
    expect(pages.at(-1)?.texts('//oai:resumptionToken')).toEqual(['']);
  });

  test.skipIf(harvester === null)('another implementation gets all of it', async () => {
    const found = (await harvester?.(`${server.api}oai`)) ?? [];
    expect(new Set(found.map(({ identifier }) => identifier))).toEqual(ids);
    expect(found).toHaveLength(ids.size);
  });

  test('misses nothing while others write, and has what they wrote', async () => {
    let page = await oai.ask({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc' });
    const found = [...page.live];
    const written: string[] = [];
    for (let turn = 0; page.token !== null; turn++) {
      const name = `written-${turn}`;
      await saveAll('Competency', [name, names[turn * 7] ?? name]);
      written.push(idOf('Competency', name));
      page = await oai.ask({ verb: 'ListIdentifiers', resumptionToken: page.token });
      found.push(...page.live);
    }
    expect(new Set(found)).toEqual(new Set([...ids, ...written]));
    for (const id of written) ids.add(id);
  });

  test('goes on after a restart of the service, from the same token', async () => {
    const first = await oai.ask({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc' });
    await server.stop();
    const again: TestServer = await startServer({ PORT: String(server.port) }, server.directory);
    onTestFinished(() => again.stop());
    const restarted = oaiClient(createClient(again));
    const found = [...first.live];
    for (let { token } = first; token !== null; ) {
      const page = await restarted.ask({ verb: 'ListIdentifiers', resumptionToken: token });
      expect((await restarted.ask({ verb: 'ListIdentifiers', resumptionToken: token })).live).toEqual(page.live);
      found.push(...page.live);
      ({ token } = page);
    }
    expect(new Set(found)).toEqual(ids);
  });
});

describe('a list whose rest has changed', () => {
  const { server: other, client: its } = useServer();

  test('ends with a valid part', async () => {
    const save = (numbers: readonly number[], name: string) => {
      const json = numbers.map((at) => ({
        '@context': 'https://schema.cassproject.org/0.4',
        '@type': 'Competency',
        '@id': `${other.api}data/schema.cassproject.org.0.4.Competency/rest-${at}`,
        name,
      }));
      return its.call('/api/sky/repo/multiPut', { json });
    };
    const numbers = Array.from({ length: 250 }, (_, at) => at);
    await save(numbers, 'before');
    const until = `${new Date().toISOString().slice(0, 19)}Z`;
    await untilPast(Date.parse(until) + 1_000);
    const harvest = oaiClient(its);
    const first = await harvest.ask({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', until });
    const found = new Set(first.live);
    await save(
      numbers.filter((at) => ![...found].some((id) => id.endsWith(`/rest-${at}`))),
      'after',
    );
    const rest = await harvest.ask({ verb: 'ListIdentifiers', resumptionToken: first.token ?? '' });
    expect([rest.live, rest.token]).toEqual([[first.live.at(-1)], null]);
  });
});

describe('a list of long records', { timeout: TEST_MS }, () => {
  const { server: other, client: its } = useServer();

  test('comes in parts of bounded length', async () => {
    const description = 'ﷺ & "long" '.repeat(20_000);
    const ids = Array.from(
      { length: 40 },
      (_, at) => `${other.api}data/schema.cassproject.org.0.4.Framework/long-${at}`,
    );
    for (const id of ids) {
      await its.save({
        '@context': 'https://schema.cassproject.org/0.4',
        '@type': 'Framework',
        '@id': id,
        name: id,
        description,
      });
    }
    for (const metadataPrefix of ['oai_dc', 'rdf', 'case']) {
      const pages = await oaiClient(its).pages({ verb: 'ListRecords', metadataPrefix });
      expect(pages.length).toBeGreaterThan(3);
      for (const { text } of pages) expect(text.length).toBeLessThan(2_000_000);
      const found = pages.flatMap(({ live }) => live);
      expect(found.toSorted()).toEqual(ids.toSorted());
    }
  });
});

describe('sets', () => {
  const { server: other, client: its } = useServer();

  test('are listed in parts, one of each framework', async () => {
    const json = Array.from({ length: 250 }, (_, at) => ({
      '@context': 'https://schema.cassproject.org/0.4',
      '@type': 'Framework',
      '@id': `${other.api}data/schema.cassproject.org.0.4.Framework/set-${at}`,
      name: `Framework ${at} \u0002`,
    }));
    await its.call('/api/sky/repo/multiPut', { json });
    const pages = await oaiClient(its).pages({ verb: 'ListSets' });
    expect(pages).toHaveLength(3);
    const specs = pages.flatMap(({ texts }) => texts('//oai:setSpec'));
    expect(specs).toHaveLength(256);
    expect(new Set(specs)).toEqual(new Set([...specs.slice(0, 6), ...json.map((_, at) => `framework:set-${at}`)]));
  });
});
