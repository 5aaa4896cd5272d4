import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import { readModelDirectory } from './model-directory.ts';
import { loadOnnxModel, type OnnxModel } from './onnx-model.ts';

/** What the process is started with, as JSON. */
export type ProcessStart = {
  /** The directory of the model. */
  readonly directory: string;
  /** Name of the model when the service started. */
  readonly name: string;
  /** Number of threads that ONNX Runtime calculates with. */
  readonly threads: number;
};

/** The response to texts: exactly one for each message. */
export type ProcessAnswer =
  | { readonly vectors: readonly Float32Array[] }
  /** Why the model cannot be used, for the operator. */
  | { readonly unusable: string }
  /** A fault of the model, for the log. */
  | { readonly fault: string };

/** Runs the process with the model. It ends with the process that started it, which alone decides when. */
function serve(start: ProcessStart): void {
  process.on('disconnect', () => process.exit());
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  const loading = load(start);
  loading.catch(() => undefined); // each answer has the error
  process.on('message', async (texts: readonly string[]) => {
    const answer = await embed(texts);
    process.send?.(answer, undefined, {}, (error) => {
      if (error !== null) process.exit(); // the other process has ended
    });
  });

  async function embed(texts: readonly string[]): Promise<ProcessAnswer> {
    try {
      const model = await loading;
      return { vectors: texts.length === 0 ? [] : await model(texts) };
    } catch (error) {
      if (error instanceof ConfigurationError) return { unusable: error.message };
      return { fault: String(error) };
    }
  }
}

async function load({ directory, name, threads }: ProcessStart): Promise<OnnxModel> {
  const model = await readModelDirectory(directory);
  if (model.name !== name) {
    throw new ConfigurationError(
      `The model in ${directory} is no longer that which the service started with: restart it.`,
    );
  }
  return loadOnnxModel(model, threads);
}

const [start] = process.argv.slice(2);
if (process.send !== undefined && start !== undefined) serve(JSON.parse(start) as ProcessStart); // onnx-embedder.ts passes it
