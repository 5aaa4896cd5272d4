import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Client, createClient, type Thing } from '../support/client.ts';
import { type EmbeddingServer, startEmbeddingServer, vectorOf } from '../support/embedding-server.ts';
import { LACKS_VECTORS, startServer, type TestServer } from '../support/server.ts';

let models: EmbeddingServer;
beforeAll(async () => {
  models = await startEmbeddingServer();
});
beforeEach(() => models.reply());
afterAll(() => models?.stop());

/** A service that is restarted with other settings on the same data. */
class Service {
  #server: TestServer;

  private constructor(server: TestServer) {
    this.#server = server;
  }

  static async start(settings: Record<string, string>): Promise<Service> {
    const service = new Service(await startServer(settings));
    onTestFinished(() => service.#server.dispose());
    return service;
  }

  async restart(settings: Record<string, string>): Promise<void> {
    const { directory, port } = this.#server;
    await this.#server.stop();
    this.#server = await startServer({ ...settings, PORT: String(port) }, directory);
  }

  get client(): Client {
    return createClient(this.#server);
  }

  get output(): string {
    return this.#server.output();
  }

  async save(competencies: readonly (string | Record<string, unknown>)[]): Promise<void> {
    const json = competencies.map((given): Thing => {
      const members = typeof given === 'string' ? { name: given } : given;
      const id = `${this.#server.api}data/schema.cassproject.org.0.4.Competency/${randomUUID()}/1000`;
      return { '@context': 'https://schema.cassproject.org/0.4', '@type': 'Competency', '@id': id, ...members };
    });
    const { status } = await this.client.call('/api/sky/repo/multiPut', { json });
    expect(status).toBe(200);
  }

  async search(parameters: Record<string, string>) {
    const { status, headers, json, text } = await this.client.call(
      `/api/sky/repo/search?${new URLSearchParams(parameters)}`,
    );
    const link = /<\?([^>]*)>/.exec(headers.get('link') ?? '')?.[1];
    return {
      status,
      text,
      names: status === 200 ? json().map((hit: Thing) => hit['name']) : [],
      mode: headers.get('x-search-mode'),
      total: headers.get('x-total-count'),
      warning: headers.get('warning'),
      cursor: link === undefined ? null : new URLSearchParams(link).get('cursor'),
    };
  }

  /** Number of objects that a search by meaning compares. */
  async compared(): Promise<number> {
    return (await this.search({ q: 'read drawing', mode: 'meaning', size: '1000' })).names.length;
  }
}

const model = (name: string) => ({ EMBEDDING_ENDPOINT: models.ollama, EMBEDDING_MODEL: name });

/** Texts of objects that a model was asked for. */
const asked = (name: string) =>
  models.calls.flatMap((call) => (call.model === name ? call.texts.filter((text) => text.startsWith('Skill')) : []));

describe.skipIf(LACKS_VECTORS)('search by meaning', () => {
  test('while all vectors are made for another model, what has them is found, also after a stop in the middle', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `Skill ${index} in drawing`);
    const service = await Service.start(model('first'));
    await service.save(names);
    await expect.poll(() => service.compared()).toBe(300);

    models.reply(({ texts }) =>
      asked('second').length > 200 && texts.length > 1 && texts[0]?.startsWith('Skill')
        ? 'stall'
        : { vectors: texts.map(vectorOf) },
    );
    await service.restart(model('second'));
    await expect.poll(() => asked('second').length).toBeGreaterThan(200);
    const compared = await service.compared();
    expect([compared > 0, compared < 300]).toEqual([true, true]);
    expect(await service.search({ q: '"Skill 299"', mode: 'both', size: '1' })).toMatchObject({
      mode: 'both',
      names: ['Skill 299 in drawing'],
    });

    await service.restart(model('second'));
    models.reply();
    await expect.poll(() => service.compared()).toBe(300);
    expect(asked('second').length).toBeLessThan(300);
  });

  test('vectors of another length under the same name are all made again', async () => {
    const service = await Service.start(model('same'));
    await service.save(['Skill one in drawing', 'Skill two in drawing']);
    await expect.poll(() => service.compared()).toBe(2);
    models.reply(({ texts }) => ({ vectors: texts.map((text) => [...vectorOf(text), 0.5]) }));
    await service.restart(model('same'));
    await expect.poll(() => service.compared()).toBe(2);
    expect(service.output.split('another length').length - 1).toBe(1);
  });

  test.each([
    ['away', { status: 503 }],
    ['full', { status: 429, headers: { 'retry-after': '1' } }],
    ['broken', { status: 200, body: '{}' }],
  ] as const)('a model that is %s is logged once, and then everything is made up for', async (_what, reply) => {
    const service = await Service.start(model('failing'));
    models.reply(() => reply);
    await service.save(['Skill one in drawing', 'Skill two in drawing']);
    await expect.poll(() => models.calls.length).toBeGreaterThan(1);
    expect(await service.search({ q: 'skill', mode: 'both' })).toMatchObject({ status: 200, mode: 'words' });
    models.reply();
    await expect.poll(() => service.compared(), { timeout: 30_000 }).toBe(2);
    expect(service.output.split('The embedding model fails').length - 1).toBe(1);
  });

  test('a model that does not answer holds up no search for longer than its deadline, and no stop', async () => {
    const service = await Service.start({ ...model('any'), SEARCH_DEADLINE: '1000' });
    await service.save(['Skill one in drawing']);
    await expect.poll(() => service.compared()).toBe(1);
    models.reply(() => 'stall');
    await service.save(['Skill two in drawing']);
    await expect.poll(() => models.calls.length).toBe(1);
    const { status, mode, names } = await service.search({ q: 'skill', mode: 'both' });
    expect([status, mode, names.length]).toEqual([200, 'words', 2]);
    expect((await service.search({ q: 'skill', mode: 'meaning' })).status).toBe(504);
    await service.restart({ ...model('any'), SEARCH_DEADLINE: '1000' });
    models.reply();
    await expect.poll(() => service.compared(), { timeout: 50_000 }).toBe(2);
  });

  test('long texts and texts in many languages are found by their beginnings', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const tags = letters.flatMap((one) => letters.map((other) => `q${one}${other}`)).slice(0, 500);
    const service = await Service.start(model('any'));
    await service.save([
      { name: 'Mend a puncture', description: 'drawing puncture '.repeat(5_000) },
      { name: Object.fromEntries(tags.map((tag) => [tag, `schematics ${tag}`])) },
      { name: '' },
    ]);
    await expect.poll(() => service.compared()).toBe(2);
    expect((await service.search({ q: 'repair tyre', mode: 'meaning', size: '1' })).names).toEqual(['Mend a puncture']);
    expect(Math.max(...models.calls.flatMap(({ texts }) => texts.map(({ length }) => length)))).toBe(4_000);
  });

  test('pages go on when the model is taken away, and when there is one', async () => {
    const service = await Service.start(model('any'));
    await service.save(Array.from({ length: 30 }, (_, index) => `Skill ${index} in drawing`));
    await expect.poll(() => service.compared()).toBe(30);
    const both = { q: 'skill', mode: 'both', size: '10' };
    const ranked = await service.search(both);
    await service.restart({});
    const rest = await service.search({ ...both, cursor: ranked.cursor ?? '' });
    expect([rest.status, rest.mode, rest.names.length]).toEqual([200, 'words', 10]);
    const worded = await service.search(both);
    await service.restart(model('any'));
    const after = await service.search({ ...both, cursor: worded.cursor ?? '' });
    expect([after.status, after.mode, after.names.length]).toEqual([200, 'words', 10]);
    expect(after.names.some((name: unknown) => worded.names.includes(name))).toBe(false);
    expect((await service.search({ ...both, cursor: 'nonsense' })).text).toContain('cursor');
    expect((await service.search({ ...both, mode: 'meaning', cursor: worded.cursor ?? '' })).status).toBe(400);
  });

  test('results are counted, and their last page says that there may be more', async () => {
    const service = await Service.start(model('any'));
    await service.save(Array.from({ length: 1_003 }, (_, index) => `Skill ${index} in drawing`));
    await expect.poll(() => service.compared(), { timeout: 30_000 }).toBe(1_000);
    const meaning = { q: 'read drawing', mode: 'meaning' };
    const first = await service.search({ ...meaning, size: '900', count: '10000' });
    expect([first.total, first.warning, first.cursor]).toEqual(['1000', null, 'rank-900']);
    const last = await service.search({ ...meaning, size: '900', cursor: first.cursor ?? '' });
    expect([last.names.length, last.total, last.cursor]).toEqual([100, null, null]);
    expect(last.warning).toContain('there may be more');
    expect((await service.search({ ...meaning, filter: '"Skill 7"', count: '5' })).total).toBe('1');
  });
});
