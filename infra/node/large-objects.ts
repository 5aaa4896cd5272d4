import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Problem, problemFrom } from '../../shared/base/errors/problem.ts';
import { threadModule } from '../../shared/base/threads/thread-module.ts';
import { createThreadPool, type Refusal, type WaitListener } from '../../shared/base/threads/thread-pool.ts';
import type { LargeObjects } from '../../shared/repository/objects/large-objects.ts';
import type { CopyLarge } from '../../shared/stores/opensearch/publish/search-entry.ts';
import type { LargeAnswer, LargeTask, ThreadTasks } from './large-object-worker.ts';

/** Time limit of a task; the largest objects take a few seconds each. */
const TASK_TIMEOUT_MS = 60_000;
/** Idle threads are ended, which frees their memory. */
const IDLE_TIMEOUT_MS = 60_000;
/** Maximum number of waiting tasks, each of which holds the text of an object. */
const MAX_WAITING = 100;

const REFUSALS: { readonly [why in Refusal]: readonly [detail: string, retryAfter: number] } = {
  busy: ['Too many large objects are waiting to be processed.', 5],
  late: ['Processing large objects took too long.', 30],
  died: ['The thread that processed this large object ended too early.', 5],
};

/**
 * Processes large objects in threads, each started when it is first needed.
 *
 * @param report logs a fault
 * @param onWaiting counts tasks that wait for a thread
 * @param start starts a thread, for tests
 */
export function openLargeObjects(
  report: (error: unknown) => void,
  onWaiting: WaitListener = () => {},
  start = startWorker,
): {
  readonly large: LargeObjects;
  /** Makes search copies for a store on OpenSearch. */
  readonly copyLarge: CopyLarge;
  /** Finishes the tasks that were accepted, then ends the threads. */
  readonly close: () => Promise<void>;
} {
  const pool = createThreadPool<LargeTask, LargeAnswer>({
    start,
    size: Math.max(1, availableParallelism() - 1),
    maxWaiting: MAX_WAITING,
    graceMs: 0,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    send: (thread, task) => thread.postMessage(task),
    end: (thread) => void thread.terminate(),
    refuse(why) {
      const [detail, retryAfter] = REFUSALS[why];
      return new Problem('overloaded', detail, { retryAfter });
    },
    report,
    onWaiting,
  });

  async function run<Name extends keyof ThreadTasks>(
    task: LargeTask & { readonly name: Name },
  ): Promise<ReturnType<ThreadTasks[Name]>> {
    const answer = await pool.run(task, TASK_TIMEOUT_MS);
    if ('problem' in answer) throw problemFrom(answer.problem);
    if ('fault' in answer) throw new Error(answer.fault);
    return answer.output as ReturnType<ThreadTasks[Name]>; // the thread does the task of that name
  }

  const large: LargeObjects = {
    prepare: (...input) => run({ name: 'prepare', input }),
    describe: (...input) => run({ name: 'describe', input }),
    profileEffect: (...input) => run({ name: 'profileEffect', input }),
    visible: (...input) => run({ name: 'visible', input }),
    typeKey: (...input) => run({ name: 'typeKey', input }),
  };
  return { large, copyLarge: (...input) => run({ name: 'searchCopy', input }), close: pool.close };
}

function startWorker(): Worker {
  return new Worker(threadModule(import.meta.url, 'large-object-worker'));
}
