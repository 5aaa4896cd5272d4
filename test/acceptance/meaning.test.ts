import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Client, createClient, type Thing } from '../support/client.ts';
import { type EmbeddingServer, startEmbeddingServer, vectorOf } from '../support/embedding-server.ts';
import { lazily } from '../support/lazily.ts';
import { mcpSession } from '../support/mcp.ts';
import { LACKS_VECTORS, startServer, type TestServer } from '../support/server.ts';
import { nextVersion, shortId } from '../support/things.ts';
import { useCast } from '../support/use-server.ts';

let models: EmbeddingServer;
let started: TestServer;
let client: Client;
const server = lazily(() => started);

beforeAll(async () => {
  models = await startEmbeddingServer();
  started = await startServer({
    EMBEDDING_ENDPOINT: models.ollama,
    EMBEDDING_MODEL: 'stand-in',
    EMBEDDING_TIMEOUT_MS: '2000',
  });
  client = createClient(started);
});
const cast = useCast(server);
afterAll(async () => {
  await started?.dispose();
  await models?.stop();
});

function competency(name: string, members: Record<string, unknown> = {}): Thing {
  const id = `${started.api}data/schema.cassproject.org.0.4.Competency/${randomUUID()}/1000`;
  return { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency', '@id': id, name, ...members };
}

type Search = Record<string, string | undefined>;

async function search(parameters: Search, sheet?: string, of = client) {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const answer = await of.call(`/api/sky/repo/search?${query}`, sheet === undefined ? {} : { sheet });
  const names = answer.status === 200 ? answer.json().map((hit: Thing) => hit['name']) : [];
  return {
    status: answer.status,
    names,
    mode: answer.headers.get('x-search-mode'),
    next: answer.headers.get('link'),
    answer,
  };
}

/** What a search finds once the vectors of what was saved have been made. */
const found = (parameters: Search, sheet?: string) => expect.poll(async () => (await search(parameters, sheet)).names);

test.runIf(LACKS_VECTORS)('without vectors in the store, words are compared, and the answer says so', async () => {
  await client.save(competency('Interprets engineering schematics'));
  expect(await search({ q: 'schematics', mode: 'both' })).toMatchObject({
    status: 200,
    mode: 'words',
    names: ['Interprets engineering schematics'],
  });
  expect((await search({ q: 'schematics', mode: 'meaning' })).status).toBe(503);
  expect(started.output()).toContain('Search by meaning is off');
});

describe.skipIf(LACKS_VECTORS)('search by meaning', () => {
  test('finds what has other words, not what has nothing in common; the default does not change', async () => {
    await client.save(competency('Interprets engineering schematics'));
    await client.save(competency('Mend a puncture'));
    await client.save(competency('Bake bread'));
    const q = 'can read a technical drawing';
    await found({ q, mode: 'meaning', size: '1' }).toEqual(['Interprets engineering schematics']);
    const bread = { q: 'bake a loaf of bread', mode: 'meaning' };
    await found(bread).toEqual(['Bake bread']);
    expect((await search({ q, mode: 'meaning' })).names).not.toContain('Bake bread');
    expect((await search(bread)).mode).toBe('meaning');
    const both = await search({ q: 'technische Zeichnung lesen', mode: 'both', size: '1' });
    expect([both.mode, both.names]).toEqual(['both', ['Interprets engineering schematics']]);
    expect(await search({ q })).toMatchObject({ mode: null, names: ['Mend a puncture'] });
    expect((await search({ q, mode: 'words' })).mode).toBe('words');
    const posted = await client.call('/api/sky/repo/search', {
      json: { searchParams: { q, mode: 'meaning', size: 1 } },
    });
    expect(posted.json()).toMatchObject([{ name: 'Interprets engineering schematics' }]);
  });

  test('follows changes: another name, readers, deletion', async () => {
    const thing = competency('Fix a tyre');
    await client.save(thing);
    const q = 'repair tube';
    await found({ q, mode: 'meaning', filter: `@id:"${shortId(thing)}"` }).toEqual(['Fix a tyre']);
    const renamed = nextVersion(thing, { name: 'Sing in a choir' });
    await client.save(renamed);
    await found({ q: 'sing choir', mode: 'meaning', size: '1' }).toEqual(['Sing in a choir']);
    const { owner, sheets } = cast;
    await client.save(nextVersion(renamed, { '@owner': [owner.pem], '@reader': [owner.pem] }), sheets.owner);
    expect((await search({ q: 'sing choir', mode: 'meaning' })).names).not.toContain('Sing in a choir');
    await found({ q: 'sing choir', mode: 'meaning', size: '1' }, sheets.owner).toEqual(['Sing in a choir']);
    await client.call(new URL(shortId(thing)).pathname, { method: 'DELETE', sheet: sheets.owner });
    expect((await search({ q: 'sing choir', mode: 'meaning' }, sheets.owner)).names).not.toContain('Sing in a choir');
  });

  test('is within types and a filter, in pages, each result once', async () => {
    const batch = `batch${Date.now()}`;
    const many = Array.from({ length: 25 }, (_, index) => competency(`Read drawing number ${index}`, { batch }));
    await client.call('/api/sky/repo/multiPut', { json: many });
    const parameters = {
      q: 'interpret schematics',
      mode: 'meaning',
      filter: `batch:${batch}`,
      index_hint: '*competency',
      size: '10',
    };
    await expect.poll(async () => (await search({ ...parameters, size: '100' })).names.length).toBe(25);
    const names: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const cursor: string = next;
      const page = await search({ ...parameters, ...(cursor !== '' && { cursor }) });
      names.push(...page.names);
      next =
        page.next === null ? null : (new URLSearchParams(/<\?([^>]*)>/.exec(page.next)?.[1]).get('cursor') ?? null);
    }
    expect([names.length, new Set(names).size]).toEqual([25, 25]);
    expect((await search({ ...parameters, index_hint: '*framework' })).names).toEqual([]);
    expect((await search({ ...parameters, mode: 'both', q: '"drawing number 7"', size: '1' })).names).toEqual([
      'Read drawing number 7',
    ]);
  });

  test('with both, a notation finds its competency before others that have a part of it', async () => {
    const others = Array.from({ length: 12 }, (_, index) => competency(`Standard ${index}.1.1 of welding`));
    const wanted = competency('Bake bread', { 'ceasn:codedNotation': 'WE.1.1' });
    await client.call('/api/sky/repo/multiPut', { json: [...others, wanted] });
    await found({ q: 'standard of welding', mode: 'meaning', size: '1' }).toEqual([expect.stringMatching(/^Standard/)]);
    expect((await search({ q: 'WE.1.1', mode: 'both', size: '1' })).names).toEqual(['Bake bread']);
  });

  test('finds what is similar to an object that the caller may read', async () => {
    const { owner, sheets } = cast;
    const one = competency('Repair a tube');
    const twin = competency('Mend tyre');
    const hidden = competency('Fix a tube quickly', { '@owner': [owner.pem], '@reader': [owner.pem] });
    await client.save(one);
    await client.save(twin);
    await client.save(hidden, sheets.owner);
    const similarTo = shortId(one);
    await expect.poll(async () => (await search({ similarTo, size: '3' })).names).toContain('Mend tyre');
    const { names, mode } = await search({ similarTo });
    expect([names.includes('Repair a tube'), names.includes('Fix a tube quickly'), mode]).toEqual([
      false,
      false,
      'meaning',
    ]);
    await found({ similarTo: shortId(hidden), size: '3' }, sheets.owner).toContain('Repair a tube');
    expect((await search({ similarTo: shortId(hidden) })).status).toBe(404);
    expect((await search({ similarTo: 'https://example.org/nothing' })).status).toBe(404);
  });

  test('refuses what it cannot do, and names it', async () => {
    for (const [parameters, where] of [
      [{ mode: 'meaning' }, 'q'],
      [{ mode: 'meaning', q: ' ' }, 'q'],
      [{ mode: 'meaning', q: 'x', cursor: 'nonsense' }, 'cursor'],
      [{ mode: 'both', q: 'x', sort: '"name.keyword"' }, 'sort'],
      [{ mode: 'both', q: '(' }, 'q'],
      [{ mode: 'sense', q: 'x' }, 'mode'],
    ] as const) {
      const { status, answer } = await search(parameters);
      expect([status, answer.text], JSON.stringify(parameters)).toEqual([400, expect.stringContaining(where)]);
    }
    const long = await client.call('/api/sky/repo/search', {
      json: { searchParams: { q: 'drawing '.repeat(6_000), mode: 'meaning', size: 1 } },
    });
    expect(long.status).toBe(200);
  });

  test('a model that is away delays vectors, not writes, and loses none; words are compared meanwhile', async () => {
    onTestFinished(() => models.reply());
    models.reply(() => ({ status: 503 }));
    const thing = competency('Interprets schematics of bridges');
    await client.save(thing);
    const away = await search({ q: 'bridges', mode: 'both', size: '1' });
    expect(away).toMatchObject({ status: 200, mode: 'words', names: ['Interprets schematics of bridges'] });
    expect((await search({ q: 'understand drawing bridges', mode: 'meaning' })).status).toBe(503);
    models.reply();
    await found({ q: 'understand drawing bridges', mode: 'meaning', size: '1' }).toEqual([
      'Interprets schematics of bridges',
    ]);
  });

  test.each([
    ['no numbers', () => ({ vectors: [[null, 1]] }), 502],
    ['a vector without direction', () => ({ vectors: [[0, 0, 0]] }), 502],
    ['too few vectors', () => ({ vectors: [] }), 502],
    ['a page', () => ({ status: 200, body: '<html>' }), 502],
    ['no such model', () => ({ status: 404 }), 503],
  ] as const)('an answer of the model with %s is an error of the search', async (_what, reply, status) => {
    onTestFinished(() => models.reply());
    models.reply(reply);
    expect((await search({ q: `text ${Math.random()}`, mode: 'meaning' })).status).toBe(status);
  });

  test('a text that the model refuses does not hold up the others', async () => {
    onTestFinished(() => models.reply());
    models.reply(({ texts }) =>
      texts.some((text) => text.includes('poison')) ? { status: 400 } : { vectors: texts.map(vectorOf) },
    );
    await client.call('/api/sky/repo/multiPut', {
      json: [competency('A poison'), competency('Fix a tube under water'), competency('Another poison')],
    });
    await found({ q: 'repair tyre under water', mode: 'meaning', size: '1' }).toEqual(['Fix a tube under water']);
  });

  test('another model makes all vectors again; the same one goes on after a restart', async () => {
    const settings = { EMBEDDING_ENDPOINT: models.openai, EMBEDDING_API_KEY: 'key' };
    let other = await startServer({ ...settings, EMBEDDING_MODEL: 'first' });
    onTestFinished(() => other.dispose());
    const restart = async (model: string) => {
      const { directory, port } = other;
      await other.stop();
      other = await startServer({ ...settings, EMBEDDING_MODEL: model, PORT: String(port) }, directory);
    };
    const users = createClient(other);
    const item = (name: string) => ({
      ...competency(name),
      '@id': `${other.api}data/schema.cassproject.org.0.4.Competency/${randomUUID()}/1`,
    });
    await users.save(item('Interprets schematics'));
    const one = { q: 'read drawing', mode: 'meaning' };
    const others = async () => (await search(one, undefined, users)).names;
    await expect.poll(others).toEqual(['Interprets schematics']);
    expect(models.calls.at(-1)).toMatchObject({ api: 'openai', authorization: 'Bearer key', model: 'first' });
    await users.save(item('Sketches a drawing'));
    await expect.poll(others).toHaveLength(2); // the place behind the first one is kept by now
    await restart('first');
    models.reply();
    await users.save(item('Mends a drawing'));
    await expect.poll(others).toHaveLength(3);
    expect(
      models.calls.filter(({ texts, model }) => model === 'first' && texts.includes('Interprets schematics')),
    ).toEqual([]);
    await restart('second');
    await expect.poll(others).toHaveLength(3);
    expect((await others())[0]).toBe('Interprets schematics');
  });

  test('assistants find competencies by what they mean', async () => {
    await client.save(competency('Interprets schematics of engines'));
    const { tool } = await mcpSession(client);
    await expect
      .poll(
        async () =>
          (await tool('find_competencies', { query: 'understand drawing engines', limit: 1 })).structuredContent,
      )
      .toMatchObject({ competencies: [{ name: '«Interprets schematics of engines»' }] });
  });

  test('an address has a limit of searches, which words do not count against', async () => {
    const limited = await startServer({
      EMBEDDING_ENDPOINT: models.ollama,
      EMBEDDING_MODEL: 'stand-in',
      EMBEDDING_RATE_LIMIT: '2',
    });
    onTestFinished(() => limited.dispose());
    const users = createClient(limited);
    const statuses: number[] = [];
    for (const mode of ['meaning', 'both', 'words', 'meaning', 'words']) {
      statuses.push((await search({ q: 'x', mode }, undefined, users)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
  });
});
