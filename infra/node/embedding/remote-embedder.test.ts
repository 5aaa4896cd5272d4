import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRemoteEmbedder } from '../../../shared/repository/models/remote-embedder.ts';
import { type EmbeddingServer, startEmbeddingServer, vectorOf } from '../../../test/support/embedding-server.ts';
import { createOutboundSend } from '../outbound-send.ts';

let server: EmbeddingServer;
beforeAll(async () => {
  server = await startEmbeddingServer();
});
beforeEach(() => server.reply());
afterAll(() => server.stop());

const NEVER = new AbortController().signal;
const send = createOutboundSend();

function open(api: 'ollama' | 'openai' = 'ollama', timeoutMs = 5_000) {
  const address = { endpoint: server[api], api, model: 'stand-in', apiKey: null, timeoutMs };
  return createRemoteEmbedder(address, async () => send);
}

/** A vector as the embedder returns it. */
function unit(text: string): readonly number[] {
  const vector = vectorOf(text);
  return vector.map((value) => Math.fround(value / Math.hypot(...vector)));
}

describe.each(['ollama', 'openai'] as const)('the API of %s', (api) => {
  test('vectors come in the order of the texts, each of length 1', async () => {
    const texts = ['read a drawing', 'mend a tyre', '', 'größere 图纸 🚲'];
    const vectors = await open(api).embed(texts, NEVER, 'query');
    expect(vectors.map((vector) => [...vector])).toEqual(texts.map(unit));
  });

  test('a request has 32 texts and 8,000 characters at most, or one text', async () => {
    const texts = [...Array.from({ length: 70 }, (_, index) => `text ${index}`), ...'abcde'].map((text, index) =>
      index < 70 ? text : text.repeat(4_000),
    );
    const huge = 'x'.repeat(50_000);
    const vectors = await open(api).embed([...texts, huge], NEVER, 'document');
    expect(vectors).toHaveLength(76);
    expect(server.calls.flatMap((call) => call.texts)).toEqual([...texts, huge]);
    const sizes = server.calls.map((call) => [call.texts.length, call.texts.join('').length] as const);
    expect(sizes.every(([count, size]) => count <= 32 && (size <= 8_000 || count === 1))).toBe(true);
  });

  test.each([
    ['NaN, as JSON has it', { vectors: [[null, 1]] }],
    ['no direction', { vectors: [[0, 0]] }],
    ['an infinite number', { status: 200, body: '{"embeddings":[[1e999]],"data":[{"index":0,"embedding":[1e999]}]}' }],
    ['no numbers', { vectors: [[]] }],
    ['a vector too many', { vectors: [[1], [1]] }],
    ['no vector', { vectors: [] }],
  ])('a vector with %s is model-failed', async (_what, reply) => {
    server.reply(() => reply);
    await expect(open(api).embed(['text'], NEVER, 'query')).rejects.toMatchObject({ code: 'model-failed' });
  });

  test('vectors of different lengths in one answer are model-failed', async () => {
    server.reply(() => ({ vectors: [[1, 2], [1]] }));
    await expect(open(api).embed(['a', 'b'], NEVER, 'query')).rejects.toMatchObject({ code: 'model-failed' });
  });
});

test.each([
  [429, '7', { retryAfter: 7 }],
  [503, '86400', { retryAfter: 600 }],
  [503, 'soon', {}],
  [500, undefined, {}],
])('status %d with Retry-After %s is model-unavailable', async (status, value, extras) => {
  server.reply(() => ({ status, headers: value === undefined ? {} : { 'retry-after': value } }));
  const failing = open().embed(['text'], NEVER, 'query');
  await expect(failing).rejects.toMatchObject({ code: 'model-unavailable', extras });
});

test('Retry-After may be a time', async () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  server.reply(() => ({ status: 503, headers: { 'retry-after': inAMinute } }));
  const error = await open()
    .embed(['text'], NEVER, 'query')
    .catch((problem: unknown) => problem);
  const seconds = (error as { extras: { retryAfter: number } }).extras.retryAfter;
  expect(seconds).toBeGreaterThan(30);
  expect(seconds).toBeLessThanOrEqual(60);
});

test('a server that does not answer is model-timeout; one whose caller gives up is that', async () => {
  server.reply(() => 'stall');
  await expect(open('ollama', 100).embed(['text'], NEVER, 'query')).rejects.toMatchObject({ code: 'model-timeout' });
  const reason = new Error('The caller has gone.');
  await expect(open().embed(['text'], AbortSignal.abort(reason), 'query')).rejects.toBe(reason);
});

test('a server that is not there is model-unavailable', async () => {
  const gone = { endpoint: 'http://127.0.0.1:9', api: 'ollama', model: 'm', apiKey: null, timeoutMs: 5_000 } as const;
  const embedder = createRemoteEmbedder(gone, async () => send);
  await expect(embedder.embed(['text'], NEVER, 'query')).rejects.toMatchObject({ code: 'model-unavailable' });
});
