import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PROCESS, toConfig } from '../../../shared/base/config/config.ts';
import { readEnv } from '../../../shared/base/config/read-env.ts';
import {
  BEDROCK_API_KEY,
  BEDROCK_KEYS,
  BEDROCK_REGION,
  startBedrockServer,
} from '../../../test/support/bedrock-server.ts';
import { vectorOf } from '../../../test/support/embedding-server.ts';
import { createOutboundSend } from '../outbound-send.ts';
import { openEmbedder } from './open-embedder.ts';

const KEYS = { AWS_ACCESS_KEY_ID: BEDROCK_KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: BEDROCK_KEYS.secretAccessKey };
const NEVER = new AbortController().signal;

let server: Awaited<ReturnType<typeof startBedrockServer>>;
beforeAll(async () => {
  server = await startBedrockServer();
});
beforeEach(() => {
  server.bodies.length = 0;
});
afterAll(() => server.stop());

/** Resolves all names to this machine. */
const send = createOutboundSend((_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]));

async function open(model: string, environment: Record<string, string> = KEYS, endpoint = server.endpoint) {
  const settings = readEnv({ EMBEDDING_ENDPOINT: endpoint, EMBEDDING_MODEL: model, ...environment });
  const { embedder } = await openEmbedder(toConfig(settings, '0', PROCESS).embedding, send);
  if (embedder === null) throw new Error('There is no embedder.');
  return embedder;
}

function unit(text: string): readonly number[] {
  const vector = vectorOf(text);
  return vector.map((value) => Math.fround(value / Math.hypot(...vector)));
}

const TEXTS = ['read a drawing', 'mend a tyre', 'größere 图纸 🚲'];

test.each([
  'amazon.titan-embed-text-v1',
  'amazon.titan-embed-text-v2:0',
  'cohere.embed-multilingual-v3',
  'eu.cohere.embed-v4:0',
])('%s accepts the signed requests, and its vectors come in the order of the texts', async (model) => {
  const embedder = await open(model);
  const vectors = await embedder.embed(TEXTS, NEVER, 'document');
  expect(vectors.map((vector) => [...vector])).toEqual(TEXTS.map(unit));
  expect(embedder.model).toBe(model);
});

test('Titan gets a text in each request; Cohere many, and whether they are queries', async () => {
  const many = Array.from({ length: 70 }, (_, index) => `text ${index}`);
  expect(await (await open('amazon.titan-embed-text-v2:0')).embed(many, NEVER, 'query')).toHaveLength(70);
  expect(new Set(server.bodies.map((body) => JSON.stringify(body)))).toEqual(
    new Set(many.map((inputText) => JSON.stringify({ inputText }))),
  );
  server.bodies.length = 0;
  const cohere = await open('cohere.embed-multilingual-v3');
  await cohere.embed(many, NEVER, 'document');
  await cohere.embed(['x'.repeat(4_000)], NEVER, 'query');
  expect(server.bodies).toMatchObject([
    { texts: many.slice(0, 32), input_type: 'search_document' },
    { texts: many.slice(32, 64), input_type: 'search_document' },
    { texts: many.slice(64), input_type: 'search_document' },
    { texts: ['x'.repeat(2_048)], input_type: 'search_query', truncate: 'END' },
  ]);
});

test("one of Bedrock's API keys is sent instead of a signature, without keys of AWS", async () => {
  const embedder = await open('amazon.titan-embed-text-v2:0', { EMBEDDING_API_KEY: BEDROCK_API_KEY });
  expect(await embedder.embed(TEXTS, NEVER, 'document')).toHaveLength(3);
});

test('temporary keys of a role are signed with their token', async () => {
  const embedder = await open('amazon.titan-embed-text-v2:0', { ...KEYS, AWS_SESSION_TOKEN: 'token/of=role' });
  expect(await embedder.embed(TEXTS, NEVER, 'document')).toHaveLength(3);
});

test.each([
  ['wrong keys', { ...KEYS, AWS_SECRET_ACCESS_KEY: 'another' }, 'model-unavailable'],
  ['no endpoint of keys', { AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://127.0.0.1:9/role' }, 'model-unavailable'],
])('%s: the model is away', async (_what, environment, code) => {
  const embedder = await open('amazon.titan-embed-text-v2:0', environment);
  await expect(embedder.embed(TEXTS, NEVER, 'document')).rejects.toMatchObject({ code });
});

test('what the model refuses is model-failed', async () => {
  const embedder = await open('amazon.titan-embed-text-v2:0');
  await expect(embedder.embed([''], NEVER, 'document')).rejects.toMatchObject({ code: 'model-failed' });
});

test('a model of another kind ends the start, and so do missing keys', async () => {
  await expect(open('amazon.nova-lite-v1:0')).rejects.toThrow('EMBEDDING_MODEL');
  await expect(open('amazon.titan-embed-text-v2:0', {})).rejects.toThrow('AWS_ACCESS_KEY_ID');
});

test.each([
  [`https://bedrock-runtime.${BEDROCK_REGION}.amazonaws.com/`, BEDROCK_REGION],
  ['https://bedrock-runtime-fips.us-east-1.amazonaws.com', 'us-east-1'],
  ['https://vpce-0a1b-2c3d.bedrock-runtime.us-west-2.vpce.amazonaws.com', 'us-west-2'],
  ['https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1', null],
  ['https://bedrock-runtime.us-west-2.amazonaws.com.example', null],
  ['http://localhost:11434', null],
])('%s is Bedrock in the region %s', (EMBEDDING_ENDPOINT, region) => {
  const settings = readEnv({ EMBEDDING_ENDPOINT, EMBEDDING_MODEL: 'm', ...KEYS });
  expect(toConfig(settings, '0', PROCESS).embedding.bedrock?.region ?? null).toBe(region);
});
