import { Worker } from 'node:worker_threads';
import { problemFrom } from '../../../base/errors/problem.ts';
import { threadModule } from '../../../base/threads/thread-module.ts';
import { createThreadPool, type WaitListener } from '../../../base/threads/thread-pool.ts';
import type { SearchRequest } from '../../../repository/store/object-store.ts';
import { unavailable } from '../engine/database.ts';
import type { ReaderAnswer, ReaderSettings, ReaderTask } from './reader.ts';
import { timeout } from './scope.ts';
import type { Columns, RowPage } from './search.ts';

/** The threads that searches run in. */
export type ReaderPool = {
  /** @throws Problem as `ObjectStore.search` does */
  search(request: SearchRequest, columns: Columns): Promise<RowPage>;
  /** Finishes queued searches, then ends the threads. */
  close(): Promise<void>;
};

type Task = { readonly request: SearchRequest; readonly columns: Columns };

/** Searches in the queue for a thread. */
const MAX_WAITING = 1_000;
/** A thread that ignores its deadline is terminated this much later. */
const GRACE_MS = 250;

/** @param report logs errors */
export function openReaderPool(
  settings: ReaderSettings,
  size: number,
  report: (error: unknown) => void,
  onWaiting: WaitListener = () => {},
): ReaderPool {
  const pool = createThreadPool<Task, ReaderAnswer>({
    start: () => new Worker(threadModule(import.meta.url, 'reader'), { workerData: settings }),
    size,
    maxWaiting: MAX_WAITING,
    graceMs: GRACE_MS,
    send: (thread, task, timeoutMs) => thread.postMessage({ ...task, timeoutMs } satisfies ReaderTask),
    end: (thread) => thread.postMessage(null satisfies ReaderTask),
    refuse: (why) => (why === 'late' ? timeout() : unavailable(1)),
    report,
    onWaiting,
  });
  return {
    search: async (request, columns) => pageOf(await pool.run({ request, columns }, request.timeoutMs), report),
    close: pool.close,
  };
}

function pageOf(answer: ReaderAnswer, report: (error: unknown) => void): RowPage {
  if ('page' in answer) return answer.page;
  if ('problem' in answer) throw problemFrom(answer.problem);
  const fault = new Error(answer.fault);
  report(fault);
  throw answer.engine ? unavailable(5) : fault;
}
