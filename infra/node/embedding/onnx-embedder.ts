import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chunksBySize } from '../../../shared/base/concurrency/chunks.ts';
import { ConfigurationError } from '../../../shared/base/config/formats.ts';
import { Problem } from '../../../shared/base/errors/problem.ts';
import { threadModule } from '../../../shared/base/threads/thread-module.ts';
import {
  createThreadPool,
  type Refusal,
  type Thread,
  type ThreadPool,
} from '../../../shared/base/threads/thread-pool.ts';
import type { Embedder, TextKind } from '../../../shared/repository/models/embedder.ts';
import { readModelDirectory } from './model-directory.ts';
import type { ProcessAnswer, ProcessStart } from './onnx-process.ts';

/** Time limit of loading a model: large ones on slow disks take a minute. */
const LOAD_TIMEOUT_MS = 300_000;
/** Time limit of a batch, including the wait for others. */
const BATCH_TIMEOUT_MS = 60_000;
/** Maximum number of waiting batches. */
const MAX_WAITING = 100;
/** Limits of a batch: the query of a search waits for one batch of each list of texts, which should not take long. */
const BATCH = { maxSize: 4_096, maxItems: 32 };
/** Characters of a text that are tokenized, per token that the model accepts. Even long words are some ten tokens. */
const MAX_CHARACTERS_PER_TOKEN = 32;

type OnnxEmbedderOptions = {
  /** Number of threads that the model calculates with; default: one less than the number of processors, and at least one. */
  readonly threads?: number;
  /** Time limit of a batch of texts, including the wait for others, in milliseconds. */
  readonly timeoutMs?: number;
};

/** A model in a process beside this one. */
type OnnxEmbedder = Embedder & { close(): Promise<void> };

/**
 * Opens an embedding model in a directory, as Hugging Face exports it. It runs in a process of its own, which loads it once.
 *
 * @throws ConfigurationError for a directory without a model that this service can run, or if ONNX Runtime is not installed
 */
export async function openOnnxEmbedder(directory: string, options: OnnxEmbedderOptions = {}): Promise<OnnxEmbedder> {
  const { threads = Math.max(1, availableParallelism() - 1), timeoutMs = BATCH_TIMEOUT_MS } = options;
  const { name, maxTokens, prompts } = await readModelDirectory(directory);
  const pool = openPool({ directory, name, threads });
  try {
    vectorsOf(await pool.run([], LOAD_TIMEOUT_MS));
  } catch (error) {
    await pool.close();
    throw new ConfigurationError(reasonOf(error));
  }

  async function embed(
    texts: readonly string[],
    signal: AbortSignal,
    kind: TextKind,
  ): Promise<readonly Float32Array[]> {
    const vectors: Float32Array[] = [];
    const inputs = texts.map((text, index) => ({ text: prompts[kind] + tokenizable(text, maxTokens), index }));
    inputs.sort((a, b) => a.text.length - b.text.length); // texts of a batch are filled up to the longest one
    for (const batch of chunksBySize(inputs, ({ text }) => text.length, BATCH)) {
      signal.throwIfAborted();
      const running = pool.run(
        batch.map(({ text }) => text),
        timeoutMs,
      );
      const made = vectorsOf(await unlessAborted(running, signal));
      for (const [at, { index }] of batch.entries()) {
        const vector = made[at];
        if (vector !== undefined) vectors[index] = vector;
      }
    }
    return vectors;
  }

  return { model: name, embed, close: pool.close };
}

/** The pool of one process, which holds the model: a second one would need the memory again, and the processors are used by one. */
function openPool(start: ProcessStart): ThreadPool<readonly string[], ProcessAnswer> {
  let lastError: unknown;
  return createThreadPool<readonly string[], ProcessAnswer>({
    start: () => startProcess(start),
    size: 1,
    maxWaiting: MAX_WAITING,
    graceMs: 0,
    send: (process, texts) => process.postMessage(texts),
    end: (process) => void process.terminate(),
    refuse: (why) => refusal(why, lastError),
    report: (error) => {
      lastError = error; // it is the cause of the problem that follows
    },
  });
}

/**
 * Starts the process with the model, as a thread of a pool. It is not a thread of this process, which would end with it: ONNX Runtime
 * aborts its process when a thread is terminated while it calculates, and so do its own faults.
 */
function startProcess(start: ProcessStart): Thread {
  const module = fileURLToPath(threadModule(import.meta.url, 'onnx-process'));
  const child = fork(module, [JSON.stringify(start)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    postMessage: (texts: readonly string[]) => void child.send(texts),
    terminate: () => child.kill('SIGKILL'),
    ref() {
      child.ref();
      child.channel?.ref();
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
    on(event, listener) {
      if (event === 'exit' && child.pid === undefined) child.on('error', listener); // it could not be started
      return child.on(event, listener);
    },
  };
}

function refusal(why: Refusal, cause: unknown): Problem {
  switch (why) {
    case 'busy':
      return new Problem('model-unavailable', 'Too many texts are waiting for the embedding model.', { retryAfter: 5 });
    case 'late':
      return new Problem('model-timeout', 'The embedding model took too long.', { retryAfter: 30 });
    case 'died':
      return new Problem('model-failed', 'The embedding model ended too early.', { retryAfter: 10 }, { cause });
  }
}

function vectorsOf(answer: ProcessAnswer): readonly Float32Array[] {
  if ('vectors' in answer) return answer.vectors;
  const cause = new Error('unusable' in answer ? answer.unusable : answer.fault);
  throw new Problem('model-failed', 'The embedding model failed.', {}, { cause });
}

/** Why a model could not be loaded. */
function reasonOf(error: unknown): string {
  const { cause = error } = error instanceof Error ? error : {};
  return cause instanceof Error ? cause.message : String(cause);
}

/** The beginning of a text that the model could use, without halves of surrogate pairs. */
function tokenizable(text: string, maxTokens: number): string {
  return text.slice(0, maxTokens * MAX_CHARACTERS_PER_TOKEN).toWellFormed();
}

/** The result of `work`, which continues in the background if the signal is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
