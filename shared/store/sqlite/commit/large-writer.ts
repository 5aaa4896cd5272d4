import { Worker } from 'node:worker_threads';
import { problemFrom } from '../../../errors/problem-record.ts';
import { threadModule } from '../../../threads/thread-module.ts';
import { createThreadPool } from '../../../threads/thread-pool.ts';
import { createLine } from '../../../timing/line.ts';
import type {
  Head,
  RemoveOutcome,
  RemoveRequest,
  RestoreOutcome,
  RestoreRequest,
  WriteOutcome,
  WriteRequest,
} from '../../object-store.ts';
import { unavailable } from '../engine/engine-errors.ts';
import type {
  LargeChange,
  LargeWriterAnswer,
  LargeWriterOutcome,
  LargeWriterSettings,
  LargeWriterTask,
} from './large-writer-thread.ts';
import type { Writer } from './writer.ts';

/**
 * A thread that changes large objects, one at a time: putting one into the index, or taking it out, can take seconds.
 * `document` is the JSON text of its search document.
 *
 * All throw Problem `store-unavailable` (503): the change may have happened then.
 */
export type LargeWriter = {
  /** `unsearchable` holds what the search document leaves out. */
  write(request: WriteRequest, document: string): Promise<WriteOutcome>;
  restore(request: RestoreRequest, document: string): Promise<RestoreOutcome>;
  remove(request: RemoveRequest): Promise<RemoveOutcome>;
  /** Makes the index of an object anew, if it is still in that state. */
  index(head: Pick<Head, 'key' | 'version' | 'writeId'>, document: string): Promise<void>;
  /** Finishes what was asked before, then ends the thread. */
  close(): Promise<void>;
};

/** Changes that may wait; the writer of the store hands over one at a time. */
const MAX_WAITING = 1_000;
/** Milliseconds after which a change is given up: the largest takes a few seconds. */
const DEADLINE = 60_000;
/** An ended thread gives its memory back. */
const IDLE_TIMEOUT_MS = 60_000;

/**
 * @param inTurn runs a change when nobody else of this process writes
 * @param report is told of faults, in words for the log
 */
export function openLargeWriter(
  settings: LargeWriterSettings,
  inTurn: Writer['yieldTo'],
  report: (error: unknown) => void,
): LargeWriter {
  const oneAtATime = createLine(1);
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

  async function ask(change: LargeChange): Promise<LargeWriterOutcome> {
    const answer = await pool.run(change, DEADLINE);
    for (const fault of answer.faults) report(new Error(fault));
    if ('problem' in answer) throw problemFrom(answer.problem);
    if ('failed' in answer) throw unavailable(5);
    return answer.outcome;
  }

  /** Others write on while the document is made ready. */
  function change(asked: LargeChange, version: number, document: string): Promise<LargeWriterOutcome> {
    return oneAtATime(async () => {
      await ask({ kind: 'document', document, version });
      return inTurn(() => ask(asked));
    });
  }

  return {
    async write({ search: _search, ...request }, document) {
      const found = await change({ kind: 'write', request }, request.version, document);
      const outcome = found as WriteOutcome; // each kind of change has its own, here and below
      if (outcome.status !== 'stored') return outcome;
      return { ...outcome, head: { ...outcome.head, text: request.text } };
    },
    async restore({ search: _search, ...request }, document) {
      return (await change({ kind: 'restore', request }, request.version, document)) as RestoreOutcome;
    },
    async remove(request) {
      return (await oneAtATime(() => inTurn(() => ask({ kind: 'remove', request })))) as RemoveOutcome;
    },
    async index(head, document) {
      await change({ kind: 'index', head }, head.version, document);
    },
    close: pool.close,
  };
}
