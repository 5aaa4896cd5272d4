import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { problemFrom } from '../../../base/errors/problem.ts';
import { threadModule } from '../../../base/threads/thread-module.ts';
import { unavailable } from '../engine/database.ts';
import type { FileTasks } from './file-tasks.ts';
import type { Steps } from './steps.ts';
import type { CommitFailure } from './transactions.ts';
import type {
  WriterAnswer,
  WriterJob,
  WriterMessage,
  WriterReport,
  WriterSettings,
  WriterWork,
} from './writer-thread.ts';

type Input<Name extends keyof Steps> = Parameters<Steps[Name]>[0];
type Output<Name extends keyof Steps> = ReturnType<Steps[Name]>;

/** Inputs of a step, or the promise of them. */
type Part<Name extends keyof Steps> = readonly Input<Name>[] | Promise<readonly Input<Name>[]>;

/**
 * The thread that makes all changes of the file. Steps that are requested while it commits share the next commit.
 *
 * All methods throw Problem `store-unavailable` (503) when the engine fails, after which the change may or may not have happened.
 */
export type Writer = {
  /**
   * Runs a step of that name for each input, in order, and resolves with their outputs when they are on disk.
   *
   * @param parts the inputs: those of a part are copied for the thread at once, and other work is done between two parts
   */
  steps<Name extends keyof Steps>(name: Name, parts: Iterable<Part<Name>>): Promise<readonly Output<Name>[]>;
  /** Runs one step. */
  step<Name extends keyof Steps>(name: Name, input: Input<Name>): Promise<Output<Name>>;
  /** Runs a task in turn with the steps. */
  task(name: keyof FileTasks): Promise<void>;
  /** The last failure of a commit; null until there is one, and after a test write. */
  failure(): CommitFailure | null;
  /** Finishes what was requested, refuses more, and ends the thread. */
  close(): Promise<void>;
};

type Pending = {
  readonly resolve: (outputs: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * @param report logs errors
 * @param startThread for tests
 */
export function openWriter(
  settings: WriterSettings,
  report: (error: unknown) => void,
  startThread = () => new Worker(threadModule(import.meta.url, 'writer-thread'), { workerData: settings }),
): Writer {
  const pending = new Map<number, Pending>();
  let thread: Worker | null = null;
  let jobs: WriterJob[] = [];
  let lastId = 0;
  let failure: CommitFailure | null = null;
  const accepted = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;

  function start(): Worker {
    const started = startThread();
    started.on('message', (message: WriterReport) => {
      failure = message.failure;
      for (const fault of message.faults) report(new Error(fault));
      for (const answer of message.answers) settle(answer);
    });
    started.on('error', report);
    started.on('exit', () => {
      thread = null;
      jobs = [];
      for (const { reject } of pending.values()) reject(unavailable(5));
      pending.clear();
    });
    return started;
  }

  function settle(answer: WriterAnswer): void {
    const job = pending.get(answer.id);
    pending.delete(answer.id);
    if (pending.size === 0 && closing === null) thread?.unref();
    if ('outputs' in answer) job?.resolve(answer.outputs);
    else job?.reject('problem' in answer ? problemFrom(answer.problem) : unavailable(5));
  }

  function send(): void {
    const message = jobs;
    jobs = [];
    if (message.length === 0) return; // the thread ended since
    try {
      thread ??= start();
      thread.ref();
      thread.postMessage(message satisfies WriterMessage);
    } catch (error) {
      report(error);
      for (const { id } of message) settle({ id, failed: true });
    }
  }

  function run(work: WriterWork): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve, reject });
      jobs.push({ ...work, id });
      if (jobs.length > 1) return;
      // While the thread is busy, what is requested in the same turn of the event loop shares a message.
      if (pending.size === 1) queueMicrotask(send);
      else setImmediate(send);
    });
  }

  async function runParts<Name extends keyof Steps>(name: Name, parts: Iterable<Part<Name>>) {
    const outputs: Output<Name>[] = [];
    for (const part of parts) {
      const inputs = part instanceof Promise ? await part : part;
      const found = (await run({ step: name, inputs })) as readonly Output<Name>[]; // the thread runs the step of that name
      for (const output of found) outputs.push(output);
    }
    return outputs;
  }

  /** Accepts work until the writer is closed. */
  function accept<T>(work: () => Promise<T>): Promise<T> {
    if (closing !== null) return Promise.reject(unavailable(10));
    const done = work();
    accepted.add(done);
    return done.finally(() => accepted.delete(done));
  }

  async function end(): Promise<void> {
    await Promise.allSettled(accepted);
    if (thread === null) return;
    const exited = once(thread, 'exit');
    thread.ref();
    thread.postMessage(null satisfies WriterMessage);
    await exited;
  }

  return {
    steps: (name, parts) => accept(() => runParts(name, parts)),
    async step(name, input) {
      const [output] = await accept(() => runParts(name, [[input]]));
      return output as Output<typeof name>; // one per input
    },
    async task(name) {
      await accept(() => run({ task: name }));
    },
    failure: () => failure,
    close() {
      closing ??= end();
      return closing;
    },
  };
}
