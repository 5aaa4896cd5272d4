import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import type { ModelDirectory } from './model-directory.ts';
import { loadOnnxRuntime, type Session, type Tensor } from './onnx-runtime.ts';
import { createTokenize } from './tokens.ts';

/** Makes the vectors of texts in one run of the model, which blocks the thread. */
export type OnnxModel = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** The inputs that models of texts have; the last one is not in all of them. */
const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'];
/** Names of the output with a vector per text, and of that with a vector per token. */
const OUTPUT_OF_TEXTS = 'sentence_embedding';
const OUTPUTS_OF_TOKENS = ['last_hidden_state', 'token_embeddings'];

/**
 * Loads a model.
 *
 * @param threads number of threads that ONNX Runtime calculates with
 * @throws ConfigurationError if ONNX Runtime is not installed, or the model is not one of texts
 */
export async function loadOnnxModel(directory: ModelDirectory, threads: number): Promise<OnnxModel> {
  const { modelFile, padToken } = directory;
  const { InferenceSession, Tensor } = loadOnnxRuntime();
  const tokenize = createTokenize(directory);
  const session = await InferenceSession.create(modelFile, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3, // errors, which are thrown as well; what is less would go to standard error
    extra: { session: { intra_op: { allow_spinning: '0' } } }, // other work needs the processor between runs
  }).catch((error: unknown) => {
    throw new ConfigurationError(`${modelFile} cannot be loaded: ${String(error)}`);
  });
  checkInputs(directory, session);
  const output = outputOf(directory, session);

  async function embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const tokens = texts.map(tokenize);
    const width = Math.max(...tokens.map(({ length }) => length));
    const mask = new BigInt64Array(texts.length * width);
    const ids = new BigInt64Array(mask.length).fill(BigInt(padToken));
    for (const [row, line] of tokens.entries()) {
      ids.set(line.map(BigInt), row * width);
      mask.fill(1n, row * width, row * width + line.length);
    }
    const values = { input_ids: ids, attention_mask: mask, token_type_ids: new BigInt64Array(mask.length) };
    const inputs = Object.entries(values)
      .filter(([name]) => session.inputNames.includes(name))
      .map(([name, data]) => [name, new Tensor('int64', data, [texts.length, width])] as const);
    const result = await session.run(Object.fromEntries(inputs), [output.name]);
    const lengths = tokens.map(({ length }) => length);
    const shape = output.rank === 2 ? [texts.length] : [texts.length, width];
    return vectorsOf(result[output.name], lengths, shape, directory).map(normalized);
  }

  await embed(['']).catch((error: unknown) => {
    throw new ConfigurationError(`${modelFile} cannot be used: ${String(error)}`);
  });
  return embed;
}

function checkInputs({ modelFile }: ModelDirectory, { inputNames }: Session): void {
  const missing = INPUTS.slice(0, 2).filter((name) => !inputNames.includes(name));
  const unknown = inputNames.filter((name) => !INPUTS.includes(name));
  if (missing.length + unknown.length === 0) return;
  throw new ConfigurationError(
    `${modelFile} is not a model of texts that this service can run: its inputs are ${inputNames.join(', ')}, ` +
      `and have to be ${INPUTS.slice(0, 2).join(', ')}, and at most ${INPUTS[2]}.`,
  );
}

/**
 * The output with the vectors, and their number of dimensions: two with a vector per text, three with one per token. Exports that do
 * not name it have the vectors of the tokens first.
 */
function outputOf(
  directory: ModelDirectory,
  { outputNames }: Session,
): { readonly name: string; readonly rank: 2 | 3 } {
  const { modelFile, laterSteps } = directory;
  if (outputNames.includes(OUTPUT_OF_TEXTS)) return { name: OUTPUT_OF_TEXTS, rank: 2 };
  const [first = ''] = outputNames;
  const name = OUTPUTS_OF_TOKENS.find((known) => outputNames.includes(known)) ?? first;
  if (laterSteps.length === 0) return { name, rank: 3 };
  throw new ConfigurationError(
    `${modelFile} lacks the steps ${laterSteps.join(', ')} of modules.json: export the model with its output ${OUTPUT_OF_TEXTS}.`,
  );
}

/**
 * The vectors of texts, of any length.
 *
 * @param result of the model, of shape [texts, size] or [texts, tokens, size]
 * @param lengths number of tokens of each text
 * @param shape of the result, without the size of a vector
 */
function vectorsOf(
  result: Tensor | undefined,
  lengths: readonly number[],
  shape: readonly number[],
  { pooling, hiddenSize }: ModelDirectory,
): readonly Float32Array[] {
  const { data, dims = [] } = result ?? {};
  const size = dims.at(-1) ?? 0;
  const [, width = 1] = shape;
  const expected = shape.length === 1 ? size : (hiddenSize ?? size);
  if (!(data instanceof Float32Array) || size === 0 || `${dims}` !== `${[...shape, expected]}`) {
    throw new Error(
      `the model returned ${result?.type} of shape [${dims}] instead of float32 of [${[...shape, expected]}]`,
    );
  }
  return lengths.map((length, index) => {
    const vectors = data.subarray(index * width * size, (index + 1) * width * size);
    return shape.length === 1 || pooling === 'cls' ? vectors.slice(0, size) : sumOf(vectors, length, size);
  });
}

/** The sum of the first `count` vectors, which has the direction of their mean. */
function sumOf(vectors: Float32Array, count: number, size: number): Float32Array {
  const sum = vectors.slice(0, size);
  for (let start = size; start < count * size; start += size) {
    for (let at = 0; at < size; at++) sum[at] = (sum[at] ?? 0) + (vectors[start + at] ?? 0);
  }
  return sum;
}

/** @throws Error for a vector without a direction */
function normalized(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) throw new Error('the model returned a vector without a direction');
  return vector.map((value) => value / length);
}
