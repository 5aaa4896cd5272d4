import { expect, test } from 'vitest';
import { readModelDirectory } from './model-directory.ts';
import { modelDirectory } from './testing/model-files.ts';

const FILES = { 'model.onnx': 'weights', 'config.json': {}, 'tokenizer.json': {} };
const without = (name: string) => Object.fromEntries(Object.entries(FILES).filter(([file]) => file !== name));

async function read(files: Parameters<typeof modelDirectory>[0]) {
  return readModelDirectory(await modelDirectory(files));
}

test.each(Object.keys(FILES))('a directory without %s is refused, with its name', async (name) => {
  await expect(read(without(name))).rejects.toThrow(new RegExp(`no embedding model in .*/model: ${name}.* is missing`));
});

test('a directory that does not exist is refused', async () => {
  await expect(readModelDirectory('/nowhere/at-all')).rejects.toThrow('There is no embedding model in /nowhere/at-all');
});

test('a file that is not JSON is refused, with its name', async () => {
  await expect(read({ ...FILES, 'config.json': '{' })).rejects.toThrow(/config\.json cannot be used: SyntaxError/);
  await expect(read({ ...FILES, 'config.json': { max_position_embeddings: 'many' } })).rejects.toThrow(
    /config\.json cannot be used: .*max_position_embeddings/,
  );
});

test.each(['onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx'])(
  'the model may be %s',
  async (path) => {
    const { modelFile } = await read({ ...without('model.onnx'), [path]: 'weights' });
    expect(modelFile.endsWith(`/model/${path}`)).toBe(true);
  },
);

test('the name has that of the directory, and changes with what determines the vectors', async () => {
  const { name } = await read(FILES);
  expect(name).toMatch(/^model-[0-9a-f]{12}$/);
  expect((await read({ ...FILES, 'README.md': 'A model.' })).name).toBe(name);
  const others = await Promise.all([
    read({ ...FILES, 'model.onnx': 'other weights' }),
    read({ ...FILES, 'model.onnx_data': 'weights' }),
    read({ ...FILES, 'config.json': { hidden_size: 2 } }),
    read({ ...FILES, 'tokenizer.json': { model: {} } }),
    read({ ...FILES, '1_Pooling/config.json': { pooling_mode: 'cls' } }),
    read({ ...FILES, 'sentence_bert_config.json': { max_seq_length: 10 } }),
  ]);
  expect(new Set([name, ...others.map((other) => other.name)]).size).toBe(others.length + 1);
});

test('pooling is named in either form, and the mean without a file', async () => {
  const pooling = async (config: object) => (await read({ ...FILES, '1_Pooling/config.json': config })).pooling;
  expect((await read(FILES)).pooling).toBe('mean');
  expect(await pooling({ pooling_mode_cls_token: false, pooling_mode_mean_tokens: true })).toBe('mean');
  expect(await pooling({ pooling_mode_cls_token: true, pooling_mode_mean_tokens: false })).toBe('cls');
  expect(await pooling({ pooling_mode: 'cls' })).toBe('cls');
  await expect(pooling({ pooling_mode: 'lasttoken' })).rejects.toThrow('has the pooling lasttoken');
  await expect(pooling({ pooling_mode_max_tokens: true, pooling_mode_mean_tokens: true })).rejects.toThrow(
    'has the pooling max_tokens and mean_tokens',
  );
});

test('the maximum number of tokens is the least that the files name', async () => {
  const maxTokens = async (config: object, sentences: object, tokenizer: object) =>
    (
      await read({
        ...FILES,
        'config.json': config,
        'sentence_bert_config.json': sentences,
        'tokenizer_config.json': tokenizer,
      })
    ).maxTokens;
  expect(await maxTokens({}, {}, {})).toBe(512);
  expect(await maxTokens({ max_position_embeddings: 512 }, { max_seq_length: 256 }, {})).toBe(256);
  expect(await maxTokens({ max_position_embeddings: 512 }, { max_seq_length: 1024 }, {})).toBe(512);
  expect(await maxTokens({ max_position_embeddings: 512 }, {}, { model_max_length: 1e30 })).toBe(512);
  const roberta = { model_type: 'xlm-roberta', max_position_embeddings: 514, pad_token_id: 1 };
  expect(await maxTokens(roberta, {}, {})).toBe(512);
});

test('queries and documents have the prompts that sentence-transformers puts before them', async () => {
  const prompts = async (config: object) =>
    (await read({ ...FILES, 'config_sentence_transformers.json': config })).prompts;
  expect((await read(FILES)).prompts).toEqual({ query: '', document: '' });
  const search = 'Represent this sentence for searching relevant passages: ';
  expect(await prompts({ prompts: { query: search }, default_prompt_name: null })).toEqual({
    query: search,
    document: '',
  });
  expect(await prompts({ prompts: { query: 'query: ', passage: 'passage: ' } })).toEqual({
    query: 'query: ',
    document: 'passage: ',
  });
  expect(await prompts({ prompts: { query: '', document: 'title: ', corpus: 'no' } })).toEqual({
    query: '',
    document: 'title: ',
  });
  expect(await prompts({ prompts: { sts: 'same: ' }, default_prompt_name: 'sts' })).toEqual({
    query: 'same: ',
    document: 'same: ',
  });
  await expect(
    read({
      ...FILES,
      'config_sentence_transformers.json': { prompts: { query: search } },
      '1_Pooling/config.json': { pooling_mode: 'mean', include_prompt: false },
    }),
  ).rejects.toThrow('leaves its prompts out of its vectors');
});
