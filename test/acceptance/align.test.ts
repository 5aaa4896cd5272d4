import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Call, type Client, createClient, type Thing } from '../support/client.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../support/embedding-server.ts';
import { lazily } from '../support/lazily.ts';
import { mcpSession } from '../support/mcp.ts';
import { type ModelServer, modelSettings, startModelServer } from '../support/model-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { eventsIn } from '../support/use-drafting.ts';
import { useCast } from '../support/use-server.ts';

const CONTEXT = 'https://schema.cassproject.org/0.4';

let embedding: EmbeddingServer;
let models: ModelServer;
let started: TestServer;
let client: Client;

beforeAll(async () => {
  [embedding, models] = await Promise.all([startEmbeddingServer(), startModelServer()]);
  started = await startServer({
    ...modelSettings(models),
    LLM_ENDPOINT: models.ollama,
    EMBEDDING_ENDPOINT: embedding.ollama,
    EMBEDDING_MODEL: 'stand-in',
    EMBEDDING_TIMEOUT_MS: '2000',
  });
  client = createClient(started);
});
const cast = useCast(lazily(() => started));
afterAll(async () => {
  await started?.dispose();
  await Promise.all([embedding?.stop(), models?.stop()]);
});
beforeEach(() => embedding.reply());

async function save(type: string, members: Record<string, unknown>): Promise<Thing> {
  const id = `${started.api}data/schema.cassproject.org.0.4.${type}/${randomUUID()}`;
  const object = { '@context': CONTEXT, '@id': id, '@type': type, ...members };
  await client.save(object, cast.sheets.owner);
  return object;
}

/** Saves a framework. @returns its id, and the ids of its competencies by their names */
async function saveFramework(names: readonly string[], members: Record<string, unknown> = {}) {
  const competencies = await Promise.all(names.map((name) => save('Competency', { name, ...members })));
  const competency = competencies.map((one) => one['@id']);
  const framework = await save('Framework', { name: 'F', competency, ...members });
  return {
    id: framework['@id'],
    ids: Object.fromEntries(names.map((name, index) => [name, competency[index] ?? ''])),
  };
}

const align = (json: unknown, call: Call = {}) => client.call('/api/align', { json, ...call });

test('assistants draft alignments of what has other words, and say what two frameworks share', async () => {
  const one = await saveFramework(['Read technical drawings', 'Sing in a choir']);
  const other = await saveFramework(['Interprets engineering schematics', 'Bake bread']);
  const { tool } = await mcpSession(client);
  const drafted = await tool('draft_alignment', { source: one.id, target: other.id });
  expect(drafted.structuredContent.proposals).toEqual([
    {
      similarity: expect.closeTo(0.89, 1),
      reasons: { meaning: expect.closeTo(0.99, 1) },
      relation: {
        '@context': CONTEXT,
        '@type': 'Relation',
        relationType: 'isEquivalentTo',
        source: one.ids['Read technical drawings'],
        target: other.ids['Interprets engineering schematics'],
      },
    },
  ]);
  const compared = await tool('compare_frameworks', { one: one.id, other: other.id });
  expect(compared.structuredContent).toMatchObject({
    onlyInOne: [{ name: '«Sing in a choir»' }],
    onlyInOther: [{ name: '«Bake bread»' }],
  });
});

describe('POST align', () => {
  test('finds what corresponds by words and by meaning, with reasons, and stores nothing', async () => {
    const one = await saveFramework(['Read technical drawings', 'Mend a puncture', 'Sing in a choir']);
    const other = await saveFramework(['Fix a tyre', 'Interprets engineering schematics', 'Read drawings']);
    const { meaning, candidates } = (await align({ source: one.id, targets: [other.id] })).json();
    expect(meaning).toBe(true);
    expect(candidates.map((each: Thing) => [each['sourceName'], each['targetName']])).toEqual([
      ['Read technical drawings', 'Read drawings'],
      ['Read technical drawings', 'Interprets engineering schematics'],
      ['Mend a puncture', 'Fix a tyre'],
    ]);
    expect(candidates[1]).toEqual({
      source: one.ids['Read technical drawings'],
      target: other.ids['Interprets engineering schematics'],
      sourceName: 'Read technical drawings',
      targetName: 'Interprets engineering schematics',
      score: expect.closeTo(0.89, 1),
      reasons: { meaning: expect.closeTo(0.99, 1) },
    });
    expect(candidates[0].reasons).toEqual({ words: expect.any(Number), meaning: expect.any(Number) });
    const found = await client.call('/api/sky/repo/search?q=*&index_hint=*relation');
    expect(found.json()).toEqual([]);
  });

  test('leaves out pairs that are related, and weak candidates as asked', async () => {
    const one = await saveFramework(['Weld pipes', 'Paint pipes']);
    const other = await saveFramework(['Weld pipes', 'Weld steel']);
    const relation = await save('Relation', {
      source: other.ids['Weld pipes'],
      target: one.ids['Weld pipes'],
      relationType: 'isEquivalentTo',
    });
    const related = await save('Framework', {
      competency: Object.values(one.ids),
      relation: [relation['@id']],
    });
    const pairs = async (json: object) =>
      (await align(json)).json().candidates.map((each: Thing) => `${each['sourceName']} - ${each['targetName']}`);
    const all = { targets: other.id, minScore: 0 };
    expect(await pairs({ source: related['@id'], ...all })).not.toContain('Weld pipes - Weld pipes');
    expect(await pairs({ source: one.id, ...all, limit: 1 })).toEqual([
      'Weld pipes - Weld pipes',
      'Paint pipes - Weld pipes',
    ]);
    expect(await pairs({ source: one.id, ...all, minScore: 0.8 })).toEqual(['Weld pipes - Weld pipes']);
  });

  test('finds what the sentences of a text ask for, in several frameworks', async () => {
    const one = await saveFramework(['Interprets engineering schematics', 'Bake bread']);
    const other = await saveFramework(['Repair a tube']);
    const text = 'You can read technical drawings. You mend a puncture.\nWe offer coffee.';
    const { candidates } = (await align({ text, targets: [one.id, other.id] })).json();
    expect(candidates).toMatchObject([
      { source: 'You can read technical drawings.', targetName: 'Interprets engineering schematics' },
      { source: 'You mend a puncture.', targetName: 'Repair a tube' },
    ]);
  });

  test('compares words while the model is away, and says so', async () => {
    embedding.reply(() => ({ status: 503 })); // before there is anything that could get vectors
    const one = await saveFramework(['Weld pipes', 'Mend a puncture']);
    const other = await saveFramework(['Weld pipes', 'Fix a tyre']);
    const { meaning, candidates } = (await align({ source: one.id, targets: [other.id] })).json();
    expect([meaning, candidates.length]).toEqual([false, 1]);
    expect(candidates[0]).toMatchObject({ sourceName: 'Weld pipes', reasons: { words: 1 } });
  });

  test('compares and tells nothing that the caller may not read', async () => {
    const hidden = { '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] };
    const secret = await saveFramework(['Weld secret pipes'], hidden);
    const open = await saveFramework(['Weld pipes']);
    const mixed = await save('Framework', {
      competency: [...Object.values(secret.ids), ...Object.values(open.ids)],
    });
    const other = await saveFramework(['Weld secret pipes']);
    for (const sheet of [undefined, cast.sheets.other]) {
      const call = sheet === undefined ? {} : { sheet };
      expect((await align({ source: secret.id, targets: [other.id] }, call)).status).toBe(404);
      expect((await align({ source: other.id, targets: [secret.id] }, call)).status).toBe(404);
      const { text } = await align({ source: other.id, targets: [mixed['@id']] }, call);
      expect(text).toContain('"Weld pipes"');
      expect(text).not.toContain(secret.ids['Weld secret pipes']);
    }
    const { text } = await align({ source: other.id, targets: [mixed['@id']] }, { sheet: cast.sheets.reader });
    expect(text).toContain(secret.ids['Weld secret pipes']);
  });

  test('sends events: how much is compared, then the whole result', async () => {
    const one = await saveFramework(['Weld pipes']);
    const { text } = await align(
      { source: one.id, targets: [(await saveFramework(['Weld pipes'])).id] },
      { headers: { accept: 'text/event-stream' } },
    );
    const [progress, done] = eventsIn(text);
    expect(progress).toEqual({ event: 'progress', data: { done: 1, total: 1 } });
    expect(done).toMatchObject({ event: 'done', data: { candidates: [{ sourceName: 'Weld pipes' }] } });
  });

  test('has a language model judge what is uncertain, for callers that may use it', async () => {
    const one = await saveFramework(['Weld pipes', 'Weld thick steel plates']);
    const other = await saveFramework(['Weld pipes', 'Weld steel', 'Cut steel']);
    models.reply(({ data }) => ({
      json: {
        alignments: data.cases.flatMap((each: { source: Thing; candidates: readonly Thing[] }) =>
          each.candidates
            .filter(({ name }) => name === 'Weld steel' && each.source['name'] === 'Weld thick steel plates')
            .map(({ id }) => ({
              source: each.source['id'],
              target: id,
              type: 'narrows',
              confidence: 0.8,
              reason: 'A part',
            })),
        ),
      },
    }));
    const request = { source: one.id, targets: [other.id], judge: true, minScore: 0 };
    expect((await align(request)).status).toBe(401);
    const { candidates, model, usage, incomplete } = (await align(request, { sheet: cast.sheets.owner })).json();
    expect([model, usage.calls, incomplete]).toEqual(['stand-in:1b', 1, []]);
    const judgements = new Map(
      candidates.map((each: Thing) => [`${each['sourceName']} - ${each['targetName']}`, each['judgement']]),
    );
    expect(judgements.get('Weld pipes - Weld pipes')).toBeUndefined();
    expect(judgements.get('Weld thick steel plates - Weld steel')).toEqual({
      type: 'narrows',
      confidence: 0.8,
      reason: 'A part',
    });
    expect(judgements.get('Weld pipes - Weld steel')).toBeNull();
  });

  test('refuses what cannot be compared', async () => {
    const { id, ids } = await saveFramework(['Weld pipes']);
    const refused = async (json: unknown, status: number, detail: RegExp) => {
      const answer = await align(json);
      expect([answer.status, answer.json().detail]).toEqual([status, expect.stringMatching(detail)]);
    };
    await refused({ targets: [id] }, 400, /source, or text/);
    await refused({ source: id, text: 'x', targets: [id] }, 400, /source, or text/);
    await refused({ source: id }, 400, /targets/);
    await refused({ source: id, targets: [] }, 400, /targets/);
    await refused({ source: id, targets: [id] }, 400, /must differ/);
    await refused({ source: id, targets: [7] }, 400, /targets/);
    await refused({ text: 'x', targets: [id], minScore: 'much' }, 400, /minScore/);
    await refused({ text: 'x', targets: [id], limit: 21 }, 400, /limit/);
    await refused({ text: 'x', targets: ['nothing'] }, 404, /./);
    await refused({ text: 'x', targets: [ids['Weld pipes']] }, 422, /framework/);
    await refused({ text: 'é'.repeat(100_001), targets: [id] }, 413, /200000 bytes/);
    expect((await align({ text: '', targets: [id] })).json()).toMatchObject({ candidates: [] });
  });
});
