import { expect, test } from 'vitest';
import { readModelDirectory } from './model-directory.ts';
import { BPE, modelDirectory, UNIGRAM, WORD_PIECE } from './testing/model-files.ts';
import { createTokenize } from './tokens.ts';

async function tokenizeWith(tokenizer: object, sentences: object = {}) {
  const files = {
    'model.onnx': '',
    'config.json': {},
    'tokenizer.json': tokenizer,
    'sentence_bert_config.json': sentences,
  };
  return createTokenize(await readModelDirectory(await modelDirectory(files)));
}

// The numbers are those of Hugging Face's own implementation (`tokenizers` 0.23 of Python).
test.each([
  ['WordPiece', WORD_PIECE, { 'North, EAST!': [2, 4, 1, 5, 1, 3], nörth: [2, 4, 3], '': [2, 3] }],
  [
    'Unigram',
    UNIGRAM,
    { 'schweißen welding': [0, 4, 7, 8, 9, 2], ﬁn: [0, 10, 11, 12, 2], '日本 e': [0, 10, 3, 10, 13, 2], '': [0, 2] },
  ],
  ['BPE', BPE, { 'weld seld': [0, 10, 11, 3, 9, 1], dwell: [0, 5, 8, 4, 4, 1], ß: [0, 12, 13, 1], '': [0, 1] }],
])('texts become the tokens of their model: %s', async (_, tokenizer, expected) => {
  const tokenize = await tokenizeWith(tokenizer);
  const actual = Object.fromEntries(Object.keys(expected).map((text) => [text, tokenize(text)]));
  expect(actual).toEqual(expected);
});

test('a long text ends with the special token, within the maximum of the model', async () => {
  const tokenize = await tokenizeWith(WORD_PIECE, { max_seq_length: 4 });
  expect(tokenize('north east north east')).toEqual([2, 4, 5, 3]);
});

test('a model for lower case gets lower case', async () => {
  expect((await tokenizeWith(BPE, { do_lower_case: true }))('WELD')).toEqual([0, 10, 1]);
});

test('a tokenizer with unknown parts is refused', async () => {
  const tokenizing = tokenizeWith({ ...WORD_PIECE, pre_tokenizer: { type: 'Telepathy' } });
  await expect(tokenizing).rejects.toThrow(/tokenizer\.json of the embedding model cannot be used: .*Telepathy/);
});
