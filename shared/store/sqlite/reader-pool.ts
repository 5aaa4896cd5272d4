import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../errors/problem.ts';
import type { SearchRequest } from '../object-store.ts';
import { unavailable } from './engine-errors.ts';
import type { ReaderAnswer, ReaderTask } from './reader.ts';
import { timeout } from './scope.ts';
import type { RowPage } from './search.ts';

/** The threads that searches run in. */
export type ReaderPool = {
  /** @throws Problem as `ObjectStore.search` does */
  search(request: SearchRequest): Promise<RowPage>;
  /** Answers what was asked before, then ends the threads. */
  close(): Promise<void>;
};

/** Searches that may wait for a thread; the next one is refused. */
const MAX_WAITING = 1_000;
/** Milliseconds past its deadline after which a thread that does not come back is given up. */
const GRACE = 250;
/** Threads given up that may still be busy; as long as there are more, no new one starts. */
const MAX_LOST = 2;

type Task = {
  readonly request: SearchRequest;
  readonly until: number;
  readonly resolve: (page: RowPage) => void;
  readonly reject: (reason: unknown) => void;
  /** Ends the waiting; from then on the reader has a timer. */
  readonly patience: NodeJS.Timeout;
};

type Reader = { readonly worker: Worker; task: Task | null; timer: NodeJS.Timeout | null };

/** @param report is told of faults, in words for the log */
export function openReaderPool(directory: string, size: number, report: (error: unknown) => void): ReaderPool {
  const readers = new Set<Reader>();
  const waiting = new Set<Task>();
  const open = new Set<Promise<unknown>>();
  let lost = 0;
  let closed = false;

  function startReader(): Reader {
    const worker = new Worker(readerModule(), { workerData: directory });
    const reader: Reader = { worker, task: null, timer: null };
    readers.add(reader);
    worker.unref();
    worker.on('message', (answer: ReaderAnswer) => {
      const { task } = reader;
      release(reader);
      if (task !== null) settle(task, answer, report);
      next();
    });
    worker.on('error', report);
    worker.on('exit', () => {
      const known = readers.delete(reader);
      if (!known) lost--;
      const { task } = reader;
      release(reader);
      task?.reject(unavailable(1));
      next();
    });
    return reader;
  }

  function release(reader: Reader): void {
    if (reader.timer !== null) clearTimeout(reader.timer);
    reader.timer = null;
    reader.task = null;
    reader.worker.unref();
  }

  function idleReader(): Reader | null {
    for (const reader of readers) if (reader.task === null) return reader;
    return readers.size < size && lost <= MAX_LOST ? startReader() : null;
  }

  function next(): void {
    for (const task of waiting) {
      const reader = idleReader();
      if (reader === null) return;
      waiting.delete(task);
      assign(reader, task);
    }
  }

  function assign(reader: Reader, task: Task): void {
    clearTimeout(task.patience);
    const budget = Math.max(0, task.until - performance.now());
    reader.task = task;
    reader.worker.ref();
    reader.timer = setTimeout(() => giveUp(reader, task), budget + GRACE);
    reader.worker.postMessage({ request: task.request, budget } satisfies ReaderTask);
  }

  /** The engine cannot be interrupted inside one step: the thread ends when that step does, and another takes its place. */
  function giveUp(reader: Reader, task: Task): void {
    readers.delete(reader);
    lost++;
    release(reader);
    void reader.worker.terminate();
    task.reject(timeout());
    next();
  }

  function ask(request: SearchRequest): Promise<RowPage> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        if (waiting.delete(task)) reject(timeout());
      }, request.deadline);
      const task: Task = { request, until: performance.now() + request.deadline, resolve, reject, patience };
      waiting.add(task);
      next();
    });
  }

  return {
    async search(request) {
      if (closed || waiting.size >= MAX_WAITING) throw unavailable(1);
      const answer = ask(request);
      open.add(answer);
      try {
        return await answer;
      } finally {
        open.delete(answer);
      }
    },
    async close() {
      closed = true;
      await Promise.allSettled(open);
      await Promise.all([...readers].map(({ worker }) => end(worker)));
    },
  };
}

function end(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.ref();
    worker.once('exit', () => resolve());
    worker.postMessage(null satisfies ReaderTask);
  });
}

function settle(task: Task, answer: ReaderAnswer, report: (error: unknown) => void): void {
  if ('page' in answer) {
    task.resolve(answer.page);
  } else if ('problem' in answer) {
    task.reject(new Problem(answer.problem.code, answer.problem.detail, answer.problem.extras));
  } else {
    const fault = new Error(answer.fault);
    report(fault);
    task.reject(answer.engine ? unavailable(5) : fault);
  }
}

/** The thread's module beside this one: as written, or as compiled. */
function readerModule(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './reader.ts' : './reader.js', import.meta.url);
}
