import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openOnnxEmbedder } from '../../infra/node/embedding/onnx-embedder.ts';
import { modelDirectory, WORD_PIECE } from '../../infra/node/embedding/testing/model-files.ts';
import type { TextKind } from '../../shared/repository/models/embedder.ts';
import { onnxParts, tinyModel } from '../support/onnx.ts';

const parts = await onnxParts();
if ('absent' in parts && process.env['CI'] === 'true') throw new Error(parts.absent);
if ('absent' in parts) console.warn(`Skipped: ${parts.absent}`);
else process.env['NODE_PATH'] = parts.nodePath; // read by the threads that the tests start
const testWithOnnx = test.skipIf('absent' in parts);
const { signal: NEVER } = new AbortController();

async function open(directory: string, options: Parameters<typeof openOnnxEmbedder>[1] = {}) {
  const { model, embed, close } = await openOnnxEmbedder(directory, options);
  onTestFinished(close);
  return {
    model,
    embed: (texts: readonly string[], signal: AbortSignal, kind: TextKind = 'document') => embed(texts, signal, kind),
    close,
  };
}

/** all-MiniLM-L6-v2. */
async function realModel() {
  if ('absent' in parts) throw new Error(parts.absent);
  return open(parts.model);
}

async function openTiny(
  model: Parameters<typeof tinyModel>[0],
  others: Readonly<Record<string, object>> = {},
  options: Parameters<typeof openOnnxEmbedder>[1] = {},
): ReturnType<typeof open> {
  const files = {
    'model.onnx': await tinyModel(model),
    'tokenizer.json': WORD_PIECE,
    'config.json': { hidden_size: 2 },
  };
  return open(await modelDirectory({ ...files, ...others }), options);
}

/** The ids of the processes with models that these tests have started. */
function children(): readonly number[] {
  const found = execFileSync('pgrep', ['-P', `${process.pid}`, '-f', 'onnx-process']).toString();
  return found.trim().split('\n').map(Number);
}

function cosine(a: Float32Array | undefined, b: ArrayLike<number> | undefined): number {
  return [...(a ?? [])].reduce((sum, value, index) => sum + value * (b?.[index] ?? Number.NaN), 0);
}

const lengths = (vectors: readonly Float32Array[]): number[] => vectors.map((vector) => Math.hypot(...vector));
const ones = (count: number) => Array.from({ length: count }, () => expect.closeTo(1, 5));

testWithOnnx('texts of similar meaning are nearer than others', async () => {
  const { embed } = await realModel();
  const [weld, join, bread, bake] = await embed(
    [
      'Welds steel plates in the flat position',
      'Joins metal parts by melting them together',
      'Produces sourdough loaves',
      'Bakes bread',
    ],
    NEVER,
  );
  expect(cosine(weld, join)).toBeGreaterThan(cosine(weld, bread) + 0.1);
  expect(cosine(bread, bake)).toBeGreaterThan(cosine(join, bake) + 0.3);
});

// First numbers of the vectors that ONNX Runtime 1.32 and `tokenizers` 0.23 of Python make of the same files.
const REFERENCE = {
  'Welds steel plates in the flat position': [-0.0787, 0.03278, -0.05599, -0.01155, -0.08775, -0.01734],
  'Joins metal parts by melting them together': [-0.05704, 0.02374, 0.03163, 0.06915, -0.03236, -0.05261],
  'Bakes bread from sourdough': [0.00209, 0.06868, -0.00754, -0.0232, -0.07751, 0.01927],
  '': [-0.11884, 0.0483, -0.00255, -0.01101, 0.05195, 0.01029],
  '日本語のテキスト und Straße 👩‍🚒': [0.01841, 0.13076, 0.06061, 0.00031, -0.0528, 0.06896],
  [`${'word '.repeat(2000)}`]: [-0.00812, -0.09559, -0.03867, 0.04966, -0.04379, 0.02372],
};

testWithOnnx('vectors are those of the reference, also in one batch with longer texts', async () => {
  const { embed } = await realModel();
  const vectors = await embed(Object.keys(REFERENCE), NEVER);
  expect(vectors.map((vector) => [...vector.slice(0, 6)])).toEqual(
    Object.values(REFERENCE).map((numbers) => numbers.map((number) => expect.closeTo(number, 3))),
  );
});

testWithOnnx('any text has a vector of length 1, in the order of the texts', async () => {
  const { embed } = await realModel();
  const texts = [
    'word '.repeat(10_000),
    'x'.repeat(50_000),
    '',
    ' \n\t',
    '\ud83d half of a pair \udc00',
    '👩‍👩‍👧‍👦'.repeat(500),
    '\u0000\u0007\ufeff',
    '[SEP] [CLS] [MASK]',
    'ქართული ไทย አማርኛ தமிழ் 中文 العربية',
  ];
  const vectors = await embed(texts, NEVER);
  expect(lengths(vectors)).toEqual(ones(texts.length));
  for (const [index, text] of texts.entries()) {
    expect(cosine((await embed([text], NEVER))[0], vectors[index])).toBeCloseTo(1, 3);
  }
  expect(await embed([], NEVER)).toEqual([]);
});

testWithOnnx(
  'the event loop is free while many texts are processed, and a query does not wait for all of them',
  async () => {
    const { embed } = await realModel();
    const texts = Array.from({ length: 400 }, (_, number) => `Explains rule ${number} of the trade to apprentices.`);
    const ended: string[] = [];
    const many = embed(texts, NEVER).then((vectors) => {
      ended.push('many');
      return vectors;
    });
    const query = embed(['rules'], NEVER).then(() => ended.push('query'));
    let ticks = 0;
    while (ended.length < 2) {
      await setTimeout(1);
      ticks++;
    }
    await query;
    expect(ended).toEqual(['query', 'many']);
    expect(ticks).toBeGreaterThan(20);
    expect(await many).toHaveLength(400);
  },
);

testWithOnnx('an aborted call ends with the reason, and the next one works', async () => {
  const { embed } = await realModel();
  const reason = new Error('no longer wanted');
  const controller = new AbortController();
  const embedding = embed(Array(200).fill('north'.repeat(50)), controller.signal);
  controller.abort(reason);
  await expect(embedding).rejects.toBe(reason);
  await expect(embed(['north'], controller.signal)).rejects.toBe(reason);
  expect(await embed(['north'], NEVER)).toHaveLength(1);
});

testWithOnnx('texts that take too long are a model-timeout, and the next ones work', async () => {
  const { embed } = await openTiny('tokens', {}, { timeoutMs: 5_000 });
  for (const child of children()) process.kill(child, 'SIGSTOP');
  const waiting = await Promise.allSettled(Array.from({ length: 110 }, () => embed(['north'], NEVER)));
  const codes = waiting.map((ended) => (ended.status === 'rejected' ? ended.reason.code : 'done'));
  expect(codes[0]).toBe('model-timeout');
  expect(codes.at(-1)).toBe('model-unavailable'); // the queue was full
  await expect.poll(() => embed(['north'], NEVER).catch(() => [])).toHaveLength(1);
});

testWithOnnx('vectors of tokens become their mean, without those that fill up, or the first one', async () => {
  const mean = await openTiny('tokens');
  // [CLS] (1, 0), north (0, 4), [SEP] (0, 1): in the direction (1, 5)
  const [long, short] = await mean.embed(['north east north east', 'north'], NEVER);
  expect([...(short ?? [])]).toEqual([1 / Math.sqrt(26), 5 / Math.sqrt(26)].map((value) => expect.closeTo(value, 5)));
  expect([...(long ?? [])]).toEqual([1, 1].map((value) => expect.closeTo(value / Math.SQRT2, 5)));
  const cls = await openTiny('tokens', { '1_Pooling/config.json': { pooling_mode_cls_token: true } });
  expect(await cls.embed(['north', 'east'], NEVER)).toEqual([1, 1].map(() => Float32Array.of(1, 0)));
  expect(cls.model).not.toBe(mean.model);
});

testWithOnnx('a query, and a document, is what the prompt of the model and the text are together', async () => {
  const prompts = { prompts: { query: 'north ', passage: 'east east ' }, default_prompt_name: null };
  const { embed } = await openTiny('tokens', { 'config_sentence_transformers.json': prompts });
  const plain = await openTiny('tokens');
  expect(await embed(['east'], NEVER, 'query')).toEqual(await plain.embed(['north east'], NEVER));
  expect(await embed(['north'], NEVER, 'document')).toEqual(await plain.embed(['east east north'], NEVER));
});

testWithOnnx('texts of a process that is killed are a model-failed, and the next ones work', async () => {
  const { embed } = await openTiny('tokens');
  for (const child of children()) process.kill(child, 'SIGSTOP');
  const failing = embed(['north'], NEVER);
  for (const child of children()) process.kill(child, 'SIGKILL');
  await expect(failing).rejects.toMatchObject({ code: 'model-failed' });
  expect(await embed(['north'], NEVER)).toHaveLength(1);
});

testWithOnnx('a model with a vector per text needs no pooling', async () => {
  const { embed } = await openTiny('sentences', { 'modules.json': [{ type: 'sentence_transformers.models.Dense' }] });
  expect(await embed(['east', 'north'], NEVER)).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
});

testWithOnnx('numbers that are not finite are a model-failed', async () => {
  const { embed } = await openTiny('tokens');
  await expect(embed(['north', 'nan'], NEVER)).rejects.toMatchObject({ code: 'model-failed', status: 502 });
  expect(await embed(['north'], NEVER)).toHaveLength(1);
});

testWithOnnx('models that are not of texts are refused with what is wrong', async () => {
  await expect(openTiny('images')).rejects.toThrow(
    'its inputs are pixel_values, and have to be input_ids, attention_mask',
  );
  await expect(openTiny('scores')).rejects.toThrow(/the model returned float32 of shape \[\]/);
  await expect(openTiny('tokens', { 'config.json': { hidden_size: 3 } })).rejects.toThrow('of shape [1,2,2]');
  const dense = [{ type: 'sentence_transformers.models.Transformer' }, { type: 'sentence_transformers.models.Dense' }];
  await expect(openTiny('tokens', { 'modules.json': dense })).rejects.toThrow('lacks the steps Dense');
  const broken = { 'model.onnx': 'not a model', 'tokenizer.json': WORD_PIECE, 'config.json': {} };
  await expect(open(await modelDirectory(broken))).rejects.toThrow('model.onnx cannot be loaded');
});

testWithOnnx('after close, texts are refused', async () => {
  const { embed, close } = await openTiny('tokens');
  await close();
  await expect(embed(['north'], NEVER)).rejects.toMatchObject({ code: 'model-unavailable' });
});
