import { describe, expect, test } from 'vitest';
import type { Call, Thing } from '../support/client.ts';
import { eventsIn, useDrafting } from '../support/use-drafting.ts';

const { server, client, models, cast } = useDrafting();

const CONTEXT = 'https://schema.cassproject.org/0.4';

const propose = (source: Thing, target: Thing, call: Call = {}) =>
  client.call('/api/llm/align', {
    json: { source: source['@id'], target: target['@id'] },
    sheet: cast.sheets.owner,
    ...call,
  });

/** Saves an object under a new id. */
async function save(type: string, members: Record<string, unknown>): Promise<Thing> {
  const id = `${server.api}data/schema.cassproject.org.0.4.${type}/${crypto.randomUUID()}`;
  const object = { '@context': CONTEXT, '@id': id, '@type': type, ...members };
  await client.save(object, cast.sheets.owner);
  return object;
}

type Saved = { readonly framework: Thing; readonly competencies: readonly Thing[] };

async function saveFramework(names: readonly string[], members: Record<string, unknown> = {}): Promise<Saved> {
  const competencies = await Promise.all(names.map((name) => save('Competency', { name, ...members })));
  const competency = competencies.map((one) => one['@id']);
  return { framework: await save('Framework', { name: 'F', competency, ...members }), competencies };
}

describe('POST llm/align', () => {
  test('proposes what the model finds aligned among the competencies that share words, and stores nothing', async () => {
    const one = await saveFramework(['Weld steel pipes', 'Sing in a choir', 'Read drawings of pipes']);
    const other = await saveFramework(['Read technical drawings', 'Pipe welding', 'Weld pipes', 'Bake bread']);
    models.reply(({ data }) => {
      const [weld, read] = data.cases;
      const labelOf = (place: typeof weld, name: string): string =>
        place.candidates.find((candidate: { name: string }) => candidate.name === name).id;
      const alignments = [
        {
          source: read.source.id,
          target: labelOf(read, 'Read technical drawings'),
          type: 'broadens',
          confidence: 0.5,
          reason: 'b',
        },
        {
          source: weld.source.id,
          target: labelOf(weld, 'Weld pipes'),
          type: 'narrows',
          confidence: 0.75,
          reason: ' a\n',
        },
      ];
      return { json: { alignments } };
    });
    const { alignments, incomplete, model, usage } = (await propose(one.framework, other.framework)).json();
    expect(
      models.calls.flatMap(({ data }) => data.cases.map((each: { source: Thing }) => each.source['name'])),
    ).toEqual(['Weld steel pipes', 'Read drawings of pipes']);
    expect([incomplete, model, usage.calls]).toEqual([[], 'stand-in:1b', 1]);
    expect(alignments).toMatchObject([
      { confidence: 0.75, reason: 'a', sourceName: 'Weld steel pipes', targetName: 'Weld pipes' },
      { confidence: 0.5, reason: 'b', sourceName: 'Read technical drawings', targetName: 'Read drawings of pipes' },
    ]);
    const [narrows, broadens] = alignments.map(({ relation }: { relation: Thing }) => relation);
    const ids = ({ competencies }: Saved, place: number) => competencies[place]?.['@id'];
    expect(narrows).toMatchObject({ relationType: 'narrows', source: ids(one, 0), target: ids(other, 2) });
    expect(broadens).toMatchObject({ relationType: 'narrows', source: ids(other, 0), target: ids(one, 2) });
    expect((await client.call(narrows['@id'])).status).toBe(404);
    await client.save(narrows, cast.sheets.owner);
    expect((await client.call(narrows['@id'])).json()).toMatchObject({ 'schema:creditText': 'stand-in:1b' });
  });

  test('leaves out what the model was not offered, and what it says wrongly', async () => {
    const one = await saveFramework(['Weld pipes']);
    const other = await saveFramework(['Weld steel', 'Paint walls']);
    const good = { source: 's1', target: 't1', type: 'isRelatedTo', confidence: 1, reason: 'r' };
    models.reply(() => ({
      json: {
        alignments: [
          good,
          { ...good, confidence: 0.2 },
          { ...good, target: 't2' },
          { ...good, target: other.competencies[1]?.['@id'] },
          { ...good, source: '__proto__' },
          { ...good, type: 'owns' },
          { ...good, confidence: 7 },
          { ...good, confidence: 'high' },
          null,
        ],
      },
    }));
    const { alignments } = (await propose(one.framework, other.framework)).json();
    expect(alignments).toMatchObject([{ confidence: 1, targetName: 'Weld steel' }]);
  });

  test('leaves out pairs that are related already', async () => {
    const one = await saveFramework(['Weld pipes']);
    const other = await saveFramework(['Weld pipes']);
    const [source, target] = [one.competencies[0]?.['@id'], other.competencies[0]?.['@id']];
    const relation = await save('Relation', { source: target, target: source, relationType: 'isEquivalentTo' });
    const related = await save('Framework', { competency: [source], relation: [relation['@id']] });
    expect((await propose(related, other.framework)).json()).toMatchObject({ alignments: [], incomplete: [] });
    expect(models.calls).toEqual([]);
    expect((await propose(one.framework, other.framework)).json().alignments).toHaveLength(1);
  });

  test('sends events: each proposal, then the whole result', async () => {
    const one = await saveFramework(['Weld pipes']);
    const other = await saveFramework(['Weld steel']);
    const { text } = await propose(one.framework, other.framework, { headers: { accept: 'text/event-stream' } });
    const events = eventsIn(text);
    expect(events.map(({ event }) => event)).toEqual(['alignment', 'done']);
    expect(events[1]?.data.alignments).toEqual([events[0]?.data]);
  });

  test('tells the model of no competency that the caller may not read', async () => {
    const hidden = { '@owner': [cast.owner.pem], '@reader': [cast.reader.pem] };
    const secret = await saveFramework(['Weld secret pipes'], hidden);
    const [secretId] = secret.competencies.map((one) => one['@id']);
    const one = await saveFramework(['Weld pipes']);
    const mixed = await save('Framework', { competency: [secretId, one.competencies[0]?.['@id']] });
    const other = await saveFramework(['Weld steel']);
    const asStranger = { sheet: cast.sheets.other };
    expect((await propose(secret.framework, other.framework, asStranger)).status).toBe(404);
    expect((await propose(mixed, other.framework, asStranger)).status).toBe(200);
    expect((await propose(other.framework, mixed, asStranger)).status).toBe(200);
    expect(JSON.stringify(models.calls)).not.toContain('secret');
    expect((await propose(mixed, other.framework, { sheet: cast.sheets.reader })).status).toBe(200);
    expect(JSON.stringify(models.calls)).toContain('Weld secret pipes');
  });

  test('refuses to align a framework with itself, with nothing, or with something else', async () => {
    const { framework, competencies } = await saveFramework(['Weld']);
    expect((await propose(framework, framework)).status).toBe(400);
    expect((await propose(framework, { '@id': `${server.api}data/nothing` })).status).toBe(404);
    expect((await propose(framework, competencies[0] ?? framework)).status).toBe(422);
    expect((await client.call('/api/llm/align', { json: { source: 'x' }, sheet: cast.sheets.owner })).status).toBe(400);
  });

  test('answers a problem, or reports what is missing, when the model fails', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `Weld pipes of size ${index}`);
    const [one, other] = [await saveFramework(names), await saveFramework(['Weld pipes'])];
    models.reply(() => ({ text: 'no' }));
    expect((await propose(one.framework, other.framework)).status).toBe(502);
    models.reply(({ data }) =>
      data.cases[0].source.name.endsWith('0') ? { text: 'no' } : { json: { alignments: [] } },
    );
    const { incomplete } = (await propose(one.framework, other.framework)).json();
    expect(incomplete).toMatchObject([
      { reason: 'model', ids: one.competencies.slice(0, 4).map((each) => each['@id']) },
    ]);
  });
});
