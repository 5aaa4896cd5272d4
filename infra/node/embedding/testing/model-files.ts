import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Text, bytes, or an object as JSON. */
type Contents = string | Uint8Array | object;

/** A directory with these files, by path, until the end of the test; its name is `model`. */
export async function modelDirectory(files: Readonly<Record<string, Contents>>): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'embedding-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const directory = join(parent, 'model');
  for (const [path, contents] of Object.entries(files)) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    const isText = typeof contents === 'string' || contents instanceof Uint8Array;
    await writeFile(file, isText ? contents : JSON.stringify(contents));
  }
  return directory;
}

function special(tokens: readonly string[]): object[] {
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  return tokens.map((content, id) => ({ id, content, ...flags }));
}

/** The tokenizer of models of the kind of BERT, with the words `north`, `east` and `nan`. */
export const WORD_PIECE = {
  added_tokens: special(['[PAD]', '[UNK]', '[CLS]', '[SEP]']),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: { type: 'BertProcessing', sep: ['[SEP]', 3], cls: ['[CLS]', 2] },
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: { '[PAD]': 0, '[UNK]': 1, '[CLS]': 2, '[SEP]': 3, north: 4, east: 5, nan: 6 },
  },
};

const SENTENCE_PIECES: readonly (readonly [string, number])[] = [
  ['<s>', 0],
  ['<pad>', 0],
  ['</s>', 0],
  ['<unk>', 0],
  ['▁schweiß', -5],
  ['▁sch', -4],
  ['weiß', -4.5],
  ['en', -3],
  ['▁weld', -4],
  ['ing', -3],
  ['▁', -3.5],
  ['fi', -6],
  ['n', -7],
  ['e', -7],
];

/** A tokenizer of the kind of XLM-RoBERTa and multilingual E5. */
export const UNIGRAM = {
  added_tokens: special(['<s>', '<pad>', '</s>', '<unk>']),
  normalizer: { type: 'NFKC' },
  pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '<s>', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '</s>', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] },
      '</s>': { id: '</s>', ids: [2], tokens: ['</s>'] },
    },
  },
  decoder: null,
  model: { type: 'Unigram', unk_id: 3, vocab: SENTENCE_PIECES, byte_fallback: false },
};

const MERGES = ['w e', 'l d', 'we ld', 'Ġ s'].map((pair) => pair.split(' '));
const BYTE_PAIRS = ['<s>', '</s>', 'w', 'e', 'l', 'd', 's', 'Ġ', 'we', 'ld', 'weld', 'Ġs', 'Ã', 'Ł'];

/** A tokenizer of the kind of RoBERTa. */
export const BPE = {
  added_tokens: special(['<s>', '</s>']),
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
  post_processor: {
    type: 'RobertaProcessing',
    sep: ['</s>', 1],
    cls: ['<s>', 0],
    trim_offsets: true,
    add_prefix_space: false,
  },
  decoder: null,
  model: {
    type: 'BPE',
    dropout: null,
    unk_token: null,
    continuing_subword_prefix: null,
    end_of_word_suffix: null,
    fuse_unk: false,
    byte_fallback: false,
    vocab: Object.fromEntries(BYTE_PAIRS.map((token, id) => [token, id])),
    merges: MERGES,
  },
};
