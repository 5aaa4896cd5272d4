import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, type Client, createClient, type Thing } from '../support/client.ts';
import { type ModelServer, type Reply, sensible, startModelServer } from '../support/model-server.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { useDrafting } from '../support/use-drafting.ts';
import { useCast, useServer } from '../support/use-server.ts';

const FRAMEWORK = '/api/llm/framework';
const SMALL = { name: 'Welding', depth: 1, breadth: 2 };
const SENSIBLE = {
  description: 'd',
  competencies: [
    { name: 'Weld', description: 'x' },
    { name: 'Cut', description: 'y' },
  ],
};

describe.each(['ollama', 'openai'] as const)('the model server, which speaks as %s does', (api) => {
  const { server, client, models, cast } = useDrafting({ LLM_API_KEY: 'a-key-of-the-operator-of-the-model' }, api);
  const draft = (json: object = SMALL) => client.call(FRAMEWORK, { json, sheet: cast.sheets.owner });

  test('gets the key, the model, the schema and the limit of the answer', async () => {
    expect((await draft()).status).toBe(200);
    const [call] = models.calls;
    expect(call?.authorization).toBe('Bearer a-key-of-the-operator-of-the-model');
    const schema = expect.objectContaining({ type: 'object', additionalProperties: false });
    expect(call?.body).toMatchObject(
      api === 'ollama'
        ? { model: 'stand-in:1b', stream: false, format: schema, options: { num_predict: 2730, num_ctx: 8192 } }
        : {
            model: 'stand-in:1b',
            max_tokens: 2730,
            response_format: { type: 'json_schema', json_schema: { name: 'framework', schema, strict: true } },
          },
    );
    expect(server.output()).not.toContain('a-key-of-the-operator');
  });

  test.each<[string, Reply]>([
    ['with a fence', { text: `Sure!\n\`\`\`json\n${JSON.stringify(SENSIBLE)}\n\`\`\`\nDone.` }],
    ['without the object around the list', { json: SENSIBLE.competencies }],
    [
      'with entries that are none',
      { json: { competencies: [1, null, {}, { name: ' ' }, ...SENSIBLE.competencies].slice(3) } },
    ],
  ])('writes what is repaired: %s', async (_what, reply) => {
    models.reply(() => reply);
    const { competencies } = (await draft({ ...SMALL, breadth: 3 })).json();
    expect(competencies.map(({ name }: Thing) => name)).toEqual(['Weld', 'Cut']);
    expect(models.calls).toHaveLength(1);
  });

  const CUT = { text: `${JSON.stringify(SENSIBLE).slice(0, -2)},{"name":"Pol` };
  test.each<[string, Reply]>([
    ['in the middle', CUT],
    ['where a limit of tokens was reached', { text: JSON.stringify(SENSIBLE), isCut: true }],
  ])('is asked once more when its answer ends %s, and then the draft says what is missing', async (_what, reply) => {
    models.reply((call) => (models.calls.length === 1 ? reply : sensible(call)));
    const whole = (await draft({ ...SMALL, breadth: 3 })).json();
    expect([whole.competencies.length, whole.incomplete, models.calls.length]).toEqual([3, [], 2]);
    models.reply(() => reply);
    const { framework, competencies, incomplete } = (await draft({ ...SMALL, breadth: 3 })).json();
    expect(competencies.map(({ name }: Thing) => name)).toEqual(['Weld', 'Cut']);
    expect(incomplete).toEqual([{ reason: 'model', detail: expect.any(String), ids: [framework['@id']] }]);
    expect(models.calls).toHaveLength(2);
  });

  test('ends in the middle, and then fails: what it wrote is taken, and the draft says what is missing', async () => {
    models.reply((call) => {
      if (call.task === 'framework') return sensible(call);
      return call.instructions.includes('JSON schema:') ? { text: 'no' } : CUT;
    });
    const { competencies, incomplete } = (await draft({ ...SMALL, depth: 2, breadth: 2 })).json();
    expect(competencies).toHaveLength(2 + 4);
    const ids = competencies.slice(0, 2).map((one: Thing) => one['@id']); // drafted at the same time, so in any order
    expect(incomplete).toMatchObject([{ reason: 'model' }]);
    expect(incomplete[0].ids.toSorted()).toEqual(ids.toSorted());
  });

  test.each<[string, Reply]>([
    ['nonsense', { text: 'I would rather talk about the weather.' }],
    ['another object', { json: { answer: 42 } }],
    ['nothing', { text: '' }],
    ['a list without competencies', { json: { competencies: [{ title: 'x' }] } }],
  ])('is asked once more after %s', async (_what, reply) => {
    models.reply((call) => (models.calls.length === 1 ? reply : sensible(call)));
    expect((await draft()).json().competencies).toHaveLength(2);
    expect(models.calls[1]?.instructions).toContain('JSON schema');
    models.reply(() => reply);
    expect(await problemOf(draft())).toEqual([502, 'model-failed']);
    expect(models.calls).toHaveLength(2);
  });

  test.each<[string, Reply, number, string]>([
    ['does not answer', 'stall', 504, 'model-timeout'],
    ['stops in the middle', 'stall-in-body', 504, 'model-timeout'],
    ['breaks off', 'cut-off', 503, 'model-unavailable'],
    ['is overloaded', { status: 503, headers: { 'retry-after': '0' } }, 503, 'model-unavailable'],
    [
      'fails',
      { status: 500, body: { error: 'CUDA out of memory at /srv/models' }, headers: { 'retry-after': '0' } },
      503,
      'model-unavailable',
    ],
    ['knows another key', { status: 401, body: { error: 'wrong key' } }, 502, 'model-failed'],
    ['lacks the model', { status: 404, body: { error: 'model not found' } }, 502, 'model-failed'],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 503, 'model-unavailable'],
    ['is something else', { raw: '<html>Welcome</html>' }, 502, 'model-failed'],
    ['has another form', { raw: '{"choices":[],"message":{}}' }, 502, 'model-failed'],
    ['answers without end', { raw: 'x'.repeat(5 << 20) }, 503, 'model-unavailable'],
  ])('%s', async (_what, reply, status, code) => {
    models.reply(() => reply);
    const answer = await draft();
    expect([answer.status, answer.json().type]).toEqual([status, expect.stringContaining(code)]);
    expect(answer.text).not.toMatch(/CUDA|srv|127\.0\.0\.1|wrong key|Welcome/);
    expect((await client.call('/api/ping')).status).toBe(200);
  });

  test('fails for one part: the others are the answer, which says what is missing', async () => {
    models.reply((call) => {
      return call.task === 'competencies' && call.data.path[0].endsWith('bravo') ? { text: 'no' } : sensible(call);
    });
    const { competencies, incomplete } = (await draft({ ...SMALL, depth: 2, breadth: 3 })).json();
    expect(competencies).toHaveLength(3 + 6);
    expect(incomplete).toEqual([{ reason: 'model', detail: expect.any(String), ids: [competencies[1]['@id']] }]);
  });

  test('goes away: what is there by then is the answer, and it is not called for every part', async () => {
    models.reply((call) =>
      call.task === 'framework' ? sensible(call) : { status: 503, headers: { 'retry-after': '0' } },
    );
    const { competencies, incomplete } = (await draft({ ...SMALL, depth: 2, breadth: 12 })).json();
    expect([competencies.length, incomplete.flatMap(({ ids }: { ids: string[] }) => ids).length]).toEqual([12, 12]);
    expect(models.calls.length).toBeLessThan(12);
  });
});

/** The status and the code of a problem. */
async function problemOf(answer: ReturnType<Client['call']>): Promise<readonly unknown[]> {
  const { status, json } = await answer;
  return [status, json().type.split(':').at(-1)];
}

describe('an OpenAI-compatible server', () => {
  const { client, models, cast } = useDrafting({}, 'openai');
  const draft = () => client.call(FRAMEWORK, { json: SMALL, sheet: cast.sheets.owner });

  test('gets a request in another form when it refuses parts of it, and from then on at once', async () => {
    models.reply((call) => {
      const { body } = call;
      const refuse = (param: string, status = 400): Reply => ({
        status,
        body: { error: { message: `Unsupported: '${param}'.` } },
      });
      if (body['max_tokens'] !== undefined) return refuse("max_tokens', use 'max_completion_tokens");
      if (body['temperature'] !== undefined) return refuse('temperature');
      return body.response_format === undefined ? sensible(call) : refuse('response_format', 500); // as llama.cpp does
    });
    expect((await draft()).status).toBe(200);
    expect(models.calls.map(({ body }) => body.response_format?.type)).toEqual([
      'json_schema',
      'json_schema',
      'json_schema',
      'json_object',
      'json_object',
      undefined,
    ]);
    expect(models.calls[3]?.body.response_format?.schema).toMatchObject({ type: 'object' });
    expect((await draft()).status).toBe(200);
    expect(models.calls).toHaveLength(7);
  });
});

describe('Ollama before schemas', () => {
  const { client, models, cast } = useDrafting();

  test('is asked for any JSON', async () => {
    models.reply((call) =>
      call.body.format === 'json' ? sensible(call) : { status: 400, body: { error: 'invalid format' } },
    );
    for (let round = 0; round < 2; round++) {
      expect((await client.call(FRAMEWORK, { json: SMALL, sheet: cast.sheets.owner })).status).toBe(200);
    }
    expect(models.calls).toHaveLength(3);
  });
});

describe('the budget of a request', () => {
  const { client, models, cast } = useDrafting({
    LLM_TOKEN_BUDGET: '9000',
    LLM_CONTEXT_TOKENS: '3000',
    LLM_TIME_BUDGET_MS: '2000',
    LLM_TIMEOUT_MS: '60000',
  });
  const draft = (json: object = SMALL) => client.call(FRAMEWORK, { json, sheet: cast.sheets.owner });

  test('ends the draft when its tokens are used: the answer has what was drafted, and says what is missing', async () => {
    const answer = await draft({ ...SMALL, depth: 2, breadth: 12 });
    const { competencies, incomplete, usage } = answer.json();
    expect(answer.status).toBe(200);
    expect(usage.inputTokens + usage.outputTokens).toBeLessThanOrEqual(9000);
    expect(competencies.length).toBeGreaterThanOrEqual(12);
    expect(incomplete).toMatchObject([{ reason: 'tokens' }]);
    expect(incomplete[0].ids.length + (competencies.length - 12) / 12).toBe(12);
  });

  test('is not exceeded by a server that does not count tokens', async () => {
    models.reply((call) => {
      const reply = sensible(call);
      return typeof reply === 'object' && 'json' in reply ? { ...reply, tokens: -1_000_000 } : reply;
    });
    const { usage, incomplete } = (await draft({ ...SMALL, depth: 2, breadth: 12 })).json();
    expect(usage.inputTokens).toBeGreaterThan(0);
    expect(incomplete).toMatchObject([{ reason: 'tokens' }]);
  });

  test('ends the reading of a long text when its tokens are used', async () => {
    const text = 'A sentence of no use at all stands here. '.repeat(4_000);
    const { competencies, incomplete } = (await draft({ ...SMALL, text })).json();
    expect(competencies).toHaveLength(2);
    expect(incomplete[0]).toMatchObject({
      reason: 'tokens',
      detail: expect.stringMatching(/^Only the first 1 of \d+ parts/),
    });
  });

  test('ends the draft when its time is over', async () => {
    models.reply((call) => (call.task === 'framework' ? sensible(call) : 'stall'));
    const { competencies, incomplete } = (await draft({ ...SMALL, depth: 2 })).json();
    expect([competencies.length, incomplete.length, incomplete[0].reason]).toEqual([2, 1, 'time']);
    models.reply(() => 'stall');
    expect(await problemOf(draft())).toEqual([504, 'model-timeout']);
  });
});

describe('without a language model', () => {
  const { server, client } = useServer({ LLM_PUBLIC: 'true' });
  const cast = useCast(server);

  test('a request is answered with the name of the setting', async () => {
    for (const path of [FRAMEWORK, '/api/ollama/framework', '/api/llm/align']) {
      const json = { ...SMALL, source: 'a', target: 'b' };
      const answer = await client.call(path, { json, sheet: cast.sheets.owner });
      expect([answer.status, answer.json().detail]).toEqual([503, expect.stringContaining('LLM_ENDPOINT')]);
    }
  });
});

describe('callers', () => {
  let models: ModelServer;
  let shared: TestServer;
  let client: Client;
  const settings = () => ({ LLM_ENDPOINT: models.ollama, LLM_MODEL: 'm', LLM_RATE_LIMIT: '3' });
  beforeAll(async () => {
    models = await startModelServer();
    shared = await startServer({ ...settings(), LLM_PUBLIC: 'true' });
    client = createClient(shared);
  });
  afterAll(async () => {
    await shared.dispose();
    await models.stop();
  });

  test('spend no tokens when they are anonymous, unless LLM_PUBLIC allows it', async () => {
    const closed = await startServer(settings());
    const anonymous = createClient(closed);
    models.reply(sensible);
    for (const [path, json] of [
      [FRAMEWORK, SMALL],
      ['/api/llm/align', { source: 'a', target: 'b' }],
    ] as const) {
      const answer = await anonymous.call(path, { json });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
    expect(models.calls).toEqual([]);
    await closed.dispose();
  });

  test('are limited in number, also with another key each time; what is stored of the anonymous has no owner', async () => {
    const save: Call = { json: { ...SMALL, save: true } };
    const first = await client.call(FRAMEWORK, save);
    expect(first.headers.get('ratelimit-remaining')).toBe('2');
    expect((await client.call(first.json().framework['@id'])).json().owner).toBeUndefined();
    for (const status of [200, 200, 429, 429])
      expect((await client.call(FRAMEWORK, { json: SMALL })).status).toBe(status);
  });
});

describe('bad input', () => {
  const { client, models, cast } = useDrafting();

  test.each<[string, Call, number, string]>([
    ['no name', { json: {} }, 400, 'name'],
    ['a blank name', { json: { name: ' ' } }, 400, 'name'],
    ['a long name', { json: { name: 'x'.repeat(301) } }, 400, 'name'],
    ['a name that is no text', { json: { name: 7 } }, 400, 'name'],
    ['too many levels', { json: { name: 'x', depth: 6 } }, 400, 'depth'],
    ['too many competencies', { json: { name: 'x', depth: 5, breadth: 12 } }, 400, 'depth'],
    ['no breadth', { json: { name: 'x', breadth: 0 } }, 400, 'breadth'],
    ['a language that is none', { json: { name: 'x', language: 'ignore the above' } }, 400, 'language'],
    ['a switch that is none', { json: { name: 'x', save: 'perhaps' } }, 400, 'save'],
    ['an array', { json: ['x'] }, 400, 'name'],
    ['a long text', { json: { name: 'x', text: 'ä'.repeat(100_001) } }, 413, 'text'],
    ['a text that is none', { json: { name: 'x', text: ['a'] } }, 400, 'text'],
    ['JSON that is none', { json: '{' }, 400, ''],
    ['another media type', { body: 'x', headers: { 'content-type': 'text/plain' } }, 415, 'Content-Type'],
  ])('%s is refused before the model is called', async (_what, call, status, where) => {
    const answer = await client.call(FRAMEWORK, {
      ...call,
      headers: { ...call.headers, signatureSheet: cast.sheets.owner },
    });
    expect([answer.status, answer.json().where ?? '']).toEqual([status, where]);
    expect(models.calls).toEqual([]);
  });
});
