import { describe, expect, test, vi } from 'vitest';
import type { Call, Thing } from '../support/client.ts';
import { sensible } from '../support/model-server.ts';
import { eventsIn, useDrafting } from '../support/use-drafting.ts';

const { server, client, models, cast } = useDrafting();

const WAIT_MS = { timeout: 20_000, interval: 20 };
const FRAMEWORK = '/api/llm/framework';

const draft = (json: unknown, call: Call = {}) => client.call(FRAMEWORK, { json, sheet: cast.sheets.owner, ...call });

const namesOf = (objects: readonly Thing[]): readonly unknown[] => objects.map(({ name }) => name);

const TEXT = [
  'We look for a pipe welder.',
  'You weld pipes in all positions, and you check every seam.',
  'You read technical drawings.',
].join(' ');

test('ping says which model the service has, and for whom', async () => {
  expect((await client.call('/api/ping')).json().languageModel).toEqual({ name: 'stand-in:1b', public: false });
});

describe('POST llm/framework', () => {
  test('the draft can be saved as it is: a framework, its competencies, and who is a part of whom', async () => {
    const answer = await draft({ name: 'Pipe welding', depth: 2, breadth: 3 });
    expect(answer.status).toBe(200);
    const { framework, competencies, relations, incomplete, model, usage } = answer.json();
    expect(framework).toMatchObject({ '@type': 'Framework', name: 'Pipe welding', description: 'About Pipe welding.' });
    expect(framework['@id']).toMatch(
      new RegExp(`^${server.api}data/schema\\.cassproject\\.org\\.0\\.4\\.Framework/[0-9a-f-]{36}$`),
    );
    expect([competencies.length, relations.length, incomplete, model]).toEqual([12, 9, [], 'stand-in:1b']);
    expect(framework.competency).toEqual(competencies.map((one: Thing) => one['@id']));
    expect(framework.relation).toEqual(relations.map((one: Thing) => one['@id']));
    const [first, , , part] = competencies;
    expect(first).toMatchObject({ '@type': 'Competency', name: 'Perform step-alpha' });
    expect(relations[0]).toMatchObject({
      '@type': 'Relation',
      relationType: 'narrows',
      source: part['@id'],
      target: first['@id'],
    });
    for (const one of [framework, ...competencies]) {
      expect(one).toMatchObject({ 'schema:creditText': 'stand-in:1b', owner: [cast.owner.pem] });
    }
    expect(usage).toMatchObject({ calls: 4, inputTokens: expect.any(Number), outputTokens: expect.any(Number) });
    expect((await client.call(framework['@id'])).status).toBe(404);

    const put = await client.call('/api/sky/repo/multiPut', {
      json: [framework, ...competencies, ...relations],
      sheet: cast.sheets.owner,
    });
    expect(put.json()).toMatchObject({ stored: 22, failed: [] });
    const exported = await client.call(`/api/ims/case/v1p0/CFPackages/${framework['@id'].split('/').at(-1)}`);
    expect(exported.json().CFItems).toHaveLength(12);
  });

  test('the name may stand in the query, at both addresses, with a form, and without a body', async () => {
    for (const [path, call] of [
      [`/api/ollama/framework?name=Welding&depth=1`, { method: 'POST' }],
      [`${FRAMEWORK}?name=Welding&depth=1`, { form: { breadth: '5' } }],
      [FRAMEWORK, { urlencoded: { name: 'Welding', depth: '1' } }],
    ] as const) {
      const answer = await client.call(path, { ...call, headers: { signatureSheet: cast.sheets.owner } });
      expect([path, answer.status, answer.json().competencies?.length]).toEqual([path, 200, 5]);
      expect(answer.json().framework.name).toBe('Welding');
    }
  });

  test('save=true stores it as the caller, and says how much', async () => {
    const { framework, stored, failed } = (await draft({ name: 'Welding', save: true })).json();
    expect([stored, failed]).toEqual([1 + 30 + 25, []]);
    const read = (await client.call(framework['@id'])).json();
    expect([read.competency.length, read.owner]).toEqual([30, [cast.owner.pem]]);
    const denied = await client.call(framework['@id'], { method: 'DELETE', sheet: cast.sheets.other });
    expect(denied.status).toBe(401);
  });

  test('each competency says which sentence of the text it is from; what does not stand there is left out', async () => {
    models.reply(({ data }) => ({
      json: {
        description: 'd',
        competencies: [
          { name: 'Weld pipes', description: '', source: 'you check every seam' },
          { name: 'Read drawings', description: '', source: 'You read technical drawings.' },
          { name: 'Fly', description: '', source: 'You fly to the moon.' },
          { name: 'Sing', description: '' },
        ].slice(0, data.count),
      },
    }));
    const { competencies } = (await draft({ name: 'Welding', text: TEXT, depth: 1 })).json();
    expect(competencies.map((one: Thing) => one['dcterms:source'])).toEqual([
      'You weld pipes in all positions, and you check every seam.',
      'You read technical drawings.',
      undefined,
      undefined,
    ]);
    expect(models.calls[0]?.data.text).toHaveLength(3);
  });

  test('a text of many pages is read in parts, and each part of the draft gets what is about it', async () => {
    const filler = Array.from(
      { length: 2_000 },
      (_, index) => `Paragraph ${index} is about the company and its history.`,
    );
    const text = [...filler.slice(0, 1_900), TEXT, ...filler.slice(1_900)].join('\n');
    models.reply((call) => {
      if (call.task !== 'statements') return sensible(call);
      return { json: { statements: call.data.text.filter((sentence: string) => /weld|drawings/.test(sentence)) } };
    });
    const { competencies, incomplete } = (await draft({ name: 'Welding', text, depth: 1, breadth: 3 })).json();
    expect([competencies.length, incomplete]).toEqual([3, []]);
    const calls = models.calls.map(({ task }) => task);
    expect(calls.filter((task) => task === 'statements').length).toBeGreaterThan(5);
    expect(models.calls.at(-1)?.data.text).toEqual([
      'We look for a pipe welder.',
      'You weld pipes in all positions, and you check every seam.',
      'You read technical drawings.',
    ]);
    for (const { body } of models.calls) expect(JSON.stringify(body).length).toBeLessThan(30_000);
  });

  test('near-duplicates beside each other are merged', async () => {
    models.reply(() => ({
      json: {
        description: 'd',
        competencies: [
          { name: 'Weld steel pipes', description: 'Short.', source: '' },
          { name: 'Welding of steel pipes', description: 'A longer description.', source: TEXT.slice(27, 50) },
          { name: 'Weld copper pipes', description: '', source: '' },
        ],
      },
    }));
    const { competencies } = (await draft({ name: 'Welding', text: TEXT, depth: 1 })).json();
    expect(namesOf(competencies)).toEqual(['Weld steel pipes', 'Weld copper pipes']);
    expect(competencies[0]).toMatchObject({
      description: 'A longer description.',
      'dcterms:source': expect.any(String),
    });
  });

  test('texts are written in a language, which they are marked with', async () => {
    const { framework, competencies } = (await draft({ name: 'Soudage', language: 'fr', depth: 1 })).json();
    expect(framework).toMatchObject({ name: { '@language': 'fr', '@value': 'Soudage' }, 'schema:inLanguage': 'fr' });
    expect(competencies[0].name).toMatchObject({ '@language': 'fr' });
    expect(models.calls[0]?.data.language).toBe('fr');
  });
});

describe('a stored framework that is extended', () => {
  const drafted = async (): Promise<{ framework: Thing; competencies: readonly Thing[] }> =>
    (await draft({ name: 'Welding', depth: 1, breadth: 2, save: true })).json();

  test('gets what it lacks at the top level, and parts where it has none', async () => {
    const { framework, competencies: before } = await drafted();
    models.reply((call) => {
      if (call.task !== 'framework') return sensible(call);
      expect(call.data.existing).toEqual(['Perform step-alpha', 'Perform step-bravo']);
      const names = ['Perform the step alpha', 'Inspect seams'];
      return { json: { description: 'x', competencies: names.map((name) => ({ name, description: '' })) } };
    });
    const answer = await draft({ extend: framework['@id'], depth: 2, breadth: 2, save: true });
    const { framework: after, competencies, relations, stored, failed } = answer.json();
    expect([stored, failed]).toEqual([1 + 1 + 6 + 6, []]);
    expect(after['@id']).toBe(framework['@id']);
    expect(after.name).toBe('Welding');
    expect(namesOf(competencies)[0]).toBe('Inspect seams');
    expect(relations.map(({ target }: Record<string, string>) => target)).toEqual(
      expect.arrayContaining(before.map((one) => one['@id'])),
    );
    const read = (await client.call(framework['@id'])).json();
    expect([read.competency.length, read.relation.length]).toEqual([2 + 7, 6]);
  });

  test('gets a draft that is not saved if it belongs to others', async () => {
    const { framework } = await drafted();
    const json = { extend: framework['@id'], depth: 1 };
    expect((await draft(json, { sheet: cast.sheets.other })).status).toBe(200);
    models.reply(sensible);
    expect((await draft({ ...json, save: true }, { sheet: cast.sheets.other })).status).toBe(401);
    expect(models.calls).toEqual([]);
  });

  test('that is protected stays so: new parts have its readers, and no other caller has its words sent to the model', async () => {
    const id = `${server.api}data/schema.cassproject.org.0.4.Framework/${crypto.randomUUID()}`;
    const framework = {
      '@context': 'https://schema.cassproject.org/0.4',
      '@id': id,
      '@type': 'Framework',
      name: 'Secret project',
      owner: [cast.owner.pem],
      reader: [cast.reader.pem],
      competency: [],
      relation: [],
    };
    await client.save(framework, cast.sheets.owner);
    expect((await draft({ extend: id }, { sheet: cast.sheets.other })).status).toBe(404);
    expect(models.calls).toEqual([]);
    const { competencies, relations } = (await draft({ extend: id, depth: 2, breadth: 2, save: true })).json();
    for (const one of [...competencies, ...relations]) {
      expect([one.owner, one.reader]).toEqual([[cast.owner.pem], [cast.reader.pem]]);
      expect((await client.call(one['@id'], { sheet: cast.sheets.other })).status).toBe(404);
    }
  });

  test('must be a framework', async () => {
    const { competencies } = await drafted();
    expect((await draft({ extend: competencies[0]?.['@id'] })).status).toBe(422);
    expect((await draft({ extend: 'none' })).status).toBe(404);
  });
});

describe('a draft as events', () => {
  const accept = { headers: { accept: 'text/event-stream' } };

  test('has the framework first, each competency as soon as it is drafted, and the whole at the end', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    models.reply(async (call) => {
      if (call.task === 'competencies' && call.data.path[0].endsWith('bravo')) await held;
      return sensible(call);
    });
    const headers = { accept: 'text/event-stream', signatureSheet: cast.sheets.owner };
    const response = await fetch(`${server.api}llm/framework?name=Welding&breadth=2`, { method: 'POST', headers });
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (eventsIn(text).length < 5) text += (await reader.read()).value ?? '';
    expect(eventsIn(text).map(({ event }) => event)).toEqual(['framework', ...Array(4).fill('competency')]);
    release();
    for (let more = await reader.read(); !more.done; more = await reader.read()) text += more.value;
    const events = eventsIn(text);
    expect(events.map(({ event }) => event)).toEqual(['framework', ...Array(6).fill('competency'), 'done']);
    const parts = events.filter(({ event }) => event === 'competency').map(({ data }) => data);
    const { data } = events.at(-1) ?? {};
    expect(data.competencies.map((one: Thing) => one['@id']).toSorted()).toEqual(
      parts.map(({ competency }) => competency['@id']).toSorted(),
    );
    expect(parts[0].relation).toBeNull();
    expect(parts[2].relation).toMatchObject({ source: parts[2].competency['@id'], target: parts[0].competency['@id'] });
  });

  test('ends with a problem when the model fails, and is refused before it begins otherwise', async () => {
    models.reply(() => ({ text: 'I would rather not.' }));
    const events = eventsIn((await draft({ name: 'Welding' }, accept)).text);
    expect(events).toMatchObject([
      { event: 'error', data: { status: 502, type: expect.stringContaining('model-failed') } },
    ]);
    expect((await draft({}, accept)).status).toBe(400);
  });

  test.each(['text/event-stream', 'application/json'])(
    'ends the calls of the model when the client closes: %s',
    async (accepted) => {
      models.reply(() => 'stall');
      const closing = new AbortController();
      const headers = { accept: accepted, signatureSheet: cast.sheets.owner };
      const url = `${server.api}llm/framework?name=Welding`;
      const ended = fetch(url, { method: 'POST', headers, signal: closing.signal }).then((response) => response.text());
      const refused = expect(ended).rejects.toThrow();
      await vi.waitFor(() => expect(models.calls).toHaveLength(1), WAIT_MS);
      closing.abort();
      await refused;
      await vi.waitFor(() => expect(models.calls[0]?.closed.aborted).toBe(true), WAIT_MS);
      expect(models.calls).toHaveLength(1);
    },
  );
});
