import { Worker } from 'node:worker_threads';
import { createLimiter } from '../../../base/concurrency/limiter.ts';
import { problemFrom } from '../../../base/errors/problem.ts';
import { threadModule } from '../../../base/threads/thread-module.ts';
import { createThreadPool } from '../../../base/threads/thread-pool.ts';
import type {
  Head,
  RemoveOutcome,
  RemoveRequest,
  RestoreOutcome,
  RestoreRequest,
  WriteOutcome,
  WriteRequest,
} from '../../../repository/store/object-store.ts';
import { unavailable } from '../engine/database.ts';
import type {
  LargeChange,
  LargeWriterAnswer,
  LargeWriterOutcome,
  LargeWriterSettings,
  LargeWriterTask,
} from './large-writer-thread.ts';
import type { Writer } from './writer.ts';

/**
 * A thread that writes large objects, one at a time: adding one to the index, or removing it, can take seconds. `document` is
 * the search document as JSON text.
 *
 * All methods throw Problem `store-unavailable` (503), after which the change may or may not have happened.
 */
export type LargeWriter = {
  /** `unsearchable` of the outcome lists what the search document omits. */
  write(request: WriteRequest, document: string): Promise<WriteOutcome>;
  restore(request: RestoreRequest, document: string): Promise<RestoreOutcome>;
  remove(request: RemoveRequest): Promise<RemoveOutcome>;
  /** Indexes an object again, if it is still in that state. */
  index(head: Pick<Head, 'key' | 'version' | 'writeId'>, document: string): Promise<void>;
  /** Finishes queued changes, then ends the thread. */
  close(): Promise<void>;
};

/** Changes in the queue. */
const MAX_WAITING = 1_000;
/** The largest change takes a few seconds. */
const CHANGE_TIMEOUT_MS = 60_000;
/** Ending the thread frees its memory. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * @param whilePaused runs a change while the writer of this thread is paused
 * @param report logs errors
 */
export function openLargeWriter(
  settings: LargeWriterSettings,
  whilePaused: Writer['whilePaused'],
  report: (error: unknown) => void,
): LargeWriter {
  const oneAtATime = createLimiter(1);
  const pool = createThreadPool<LargeChange, LargeWriterAnswer>({
    start: () => new Worker(threadModule(import.meta.url, 'large-writer-thread'), { workerData: settings }),
    size: 1,
    maxWaiting: MAX_WAITING,
    graceMs: 0,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    send: (thread, change) => thread.postMessage(change satisfies LargeWriterTask),
    end: (thread) => thread.postMessage(null satisfies LargeWriterTask),
    refuse: () => unavailable(1),
    report,
  });

  async function run(change: LargeChange): Promise<LargeWriterOutcome> {
    const answer = await pool.run(change, CHANGE_TIMEOUT_MS);
    for (const fault of answer.faults) report(new Error(fault));
    if ('problem' in answer) throw problemFrom(answer.problem);
    if ('failed' in answer) throw unavailable(5);
    return answer.outcome;
  }

  /** Prepares the document before the writer is paused. */
  function change(change: LargeChange, version: number, document: string): Promise<LargeWriterOutcome> {
    return oneAtATime(async () => {
      await run({ kind: 'document', document, version });
      return whilePaused(() => run(change));
    });
  }

  return {
    async write({ search: _search, ...request }, document) {
      const found = await change({ kind: 'write', request }, request.version, document);
      const outcome = found as WriteOutcome; // the outcome of this kind of change, here and below
      if (outcome.status !== 'stored') return outcome;
      return { ...outcome, head: { ...outcome.head, text: request.text } };
    },
    async restore({ search: _search, ...request }, document) {
      return (await change({ kind: 'restore', request }, request.version, document)) as RestoreOutcome;
    },
    async remove(request) {
      return (await oneAtATime(() => whilePaused(() => run({ kind: 'remove', request })))) as RemoveOutcome;
    },
    async index(head, document) {
      await change({ kind: 'index', head }, head.version, document);
    },
    close: pool.close,
  };
}
