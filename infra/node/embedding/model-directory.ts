import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import type { TextKind } from '../../../shared/repository/models/embedder.ts';

/** How the vectors of the tokens of a text become one vector: their mean, or the vector of the first token. */
export type Pooling = 'mean' | 'cls';

/** A model in a directory, as Hugging Face exports it. */
export type ModelDirectory = {
  /** Name of the directory, and a digest of what determines its vectors. */
  readonly name: string;
  /** Path of the model in the format of ONNX. */
  readonly modelFile: string;
  /** The contents of `tokenizer.json` and `tokenizer_config.json`. */
  readonly tokenizer: { readonly main: object; readonly config: object };
  readonly pooling: Pooling;
  /** Length of the vectors of tokens, if known. */
  readonly hiddenSize: number | null;
  /** Steps of the model after its pooling, such as `Dense`, which may be part of the file of the model. */
  readonly laterSteps: readonly string[];
  /** Maximum number of tokens of a text, including special tokens. */
  readonly maxTokens: number;
  /** Token that fills up shorter texts of a batch. */
  readonly padToken: number;
  /** Text before each text of a kind. */
  readonly prompts: Readonly<Record<TextKind, string>>;
  readonly lowerCase: boolean;
};

/** Where exports have the model, the more exact one first. */
const MODEL_FILES = ['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx'];

/** If no file says how many tokens a text may have. */
const DEFAULT_MAX_TOKENS = 512;

/** Models whose positions begin after that of the padding token. */
const POSITIONS_AFTER_PADDING = /^(?:xlm-)?roberta|^camembert$|^mpnet$/;

/** The last one is done for every model. */
const SUPPORTED_STEPS = ['Transformer', 'Pooling', 'Normalize'];

const count = z.optional(z.nullable(z.number().check(z.positive())));
const flag = z.optional(z.boolean());
const text = z.optional(z.nullable(z.string()));

/** The used members of each file. */
const FILES = {
  'tokenizer.json': z.looseObject({}),
  'tokenizer_config.json': z.looseObject({ model_max_length: count }),
  'config.json': z.looseObject({
    model_type: text,
    max_position_embeddings: count,
    hidden_size: count,
    pad_token_id: z.optional(z.nullable(z.int().check(z.nonnegative()))),
  }),
  'sentence_bert_config.json': z.looseObject({ max_seq_length: count, do_lower_case: flag }),
  'config_sentence_transformers.json': z.looseObject({
    prompts: z.optional(z.record(z.string(), z.string())),
    default_prompt_name: text,
  }),
  'modules.json': z.array(z.looseObject({ type: z.string() })),
  '1_Pooling/config.json': z.looseObject({ pooling_mode: text, include_prompt: flag }),
};

/**
 * Reads the description of a model, without the model itself.
 *
 * @throws ConfigurationError if a file is missing or has other contents than those that this service can use
 */
export async function readModelDirectory(directory: string): Promise<ModelDirectory> {
  const modelFile = await findModel(directory);
  const digest = createHash('sha256');
  digest.update(await sizesOf(modelFile));

  async function read<Name extends keyof typeof FILES>(name: Name): Promise<z.infer<(typeof FILES)[Name]> | null> {
    const file = join(directory, name);
    const bytes = await readFile(file).catch((error: unknown) => absent(error, file));
    if (bytes === null) return null;
    digest.update(`${name} ${bytes.length}\n`).update(bytes);
    return parse(file, bytes.toString('utf8'), FILES[name]) as z.infer<(typeof FILES)[Name]>; // the schema of that name
  }

  const tokenizer = await read('tokenizer.json');
  if (tokenizer === null) throw lacks(directory, 'tokenizer.json');
  const config = await read('config.json');
  if (config === null) throw lacks(directory, 'config.json');
  const tokenizerConfig = (await read('tokenizer_config.json')) ?? {};
  const sentences = (await read('sentence_bert_config.json')) ?? {};
  const promptsConfig = (await read('config_sentence_transformers.json')) ?? {};
  const poolingConfig = (await read('1_Pooling/config.json')) ?? {};

  const steps = ((await read('modules.json')) ?? []).map(({ type }) => type.split('.').at(-1) ?? type);

  const prompts = promptsOf(promptsConfig);
  if (`${prompts.query}${prompts.document}` !== '' && poolingConfig.include_prompt === false) {
    throw new ConfigurationError(
      `The model in ${directory} leaves its prompts out of its vectors, which is not supported.`,
    );
  }
  // Earlier versions put the default prompt before documents: other vectors need another name.
  if (prompts.document !== defaultPrompt(promptsConfig)) digest.update(`document prompt ${prompts.document}\n`);
  const padToken = config.pad_token_id ?? 0;
  const before = POSITIONS_AFTER_PADDING.test(config.model_type ?? '') ? padToken + 1 : 0;
  const limits = [
    config.max_position_embeddings && config.max_position_embeddings - before,
    sentences.max_seq_length ?? tokenizerConfig.model_max_length,
  ].filter((limit) => typeof limit === 'number');
  return {
    name: `${basename(resolve(directory))}-${digest.digest('hex').slice(0, 12)}`,
    modelFile,
    tokenizer: { main: tokenizer, config: tokenizerConfig },
    pooling: poolingOf(directory, poolingConfig),
    hiddenSize: config.hidden_size ?? null,
    laterSteps: steps.filter((step) => !SUPPORTED_STEPS.includes(step)),
    maxTokens: limits.length === 0 ? DEFAULT_MAX_TOKENS : Math.min(...limits),
    padToken,
    prompts,
    lowerCase: sentences.do_lower_case === true,
  };
}

async function findModel(directory: string): Promise<string> {
  for (const name of MODEL_FILES) {
    const file = join(directory, name);
    const found = await stat(file).catch((error: unknown) => absent(error, file));
    if (found?.isFile()) return file;
  }
  throw lacks(directory, `${MODEL_FILES[0]} (or ${MODEL_FILES.slice(1).join(', ')})`);
}

/** The names and sizes of the file of a model and of those with its weights, such as `model.onnx_data`. */
async function sizesOf(modelFile: string): Promise<string> {
  const folder = dirname(modelFile);
  const names = (await readdir(folder)).filter((name) => name.startsWith(basename(modelFile))).sort();
  const sizes = await Promise.all(names.map(async (name) => `${name} ${(await stat(join(folder, name))).size}\n`));
  return sizes.join('');
}

type PromptsConfig = z.infer<(typeof FILES)['config_sentence_transformers.json']>;

/** The prompts that sentence-transformers has for queries (`encode_query`) and documents (`encode_document`): those of the first name found. */
function promptsOf(config: PromptsConfig): ModelDirectory['prompts'] {
  const { prompts = {} } = config;
  const other = defaultPrompt(config);
  return {
    query: prompts['query'] ?? other,
    document: prompts['document'] ?? prompts['passage'] ?? prompts['corpus'] ?? other,
  };
}

function defaultPrompt({ prompts = {}, default_prompt_name: name }: PromptsConfig): string {
  return (name && prompts[name]) || '';
}

/** The pooling of sentence-transformers, in its older form (a flag per mode) or its newer one (a name). Without a file it is the mean. */
function poolingOf(directory: string, config: Readonly<Record<string, unknown>>): Pooling {
  const { pooling_mode: name } = config;
  const flags = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true);
  const modes = typeof name === 'string' ? [name] : flags.map((key) => key.slice('pooling_mode_'.length));
  const [mode = 'mean', ...others] = modes;
  if (others.length === 0 && /^mean(?:_tokens)?$/.test(mode)) return 'mean';
  if (others.length === 0 && /^cls(?:_token)?$/.test(mode)) return 'cls';
  throw new ConfigurationError(
    `The model in ${directory} has the pooling ${modes.join(' and ')}: only mean and cls are supported.`,
  );
}

function parse<Schema extends z.ZodMiniType>(file: string, json: string, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(json));
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : String(error);
    throw new ConfigurationError(`${file} cannot be used: ${reason}`);
  }
}

/** @throws ConfigurationError for an error other than that there is no such file */
function absent(error: unknown, file: string): null {
  const { code } = error as NodeJS.ErrnoException; // of node:fs
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  throw new ConfigurationError(`${file} cannot be read: ${String(error)}`);
}

function lacks(directory: string, names: string): ConfigurationError {
  return new ConfigurationError(`There is no embedding model in ${directory}: ${names} is missing.`);
}
