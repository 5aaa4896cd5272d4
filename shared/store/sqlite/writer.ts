import type { DatabaseSync } from 'node:sqlite';
import { isBusy, toProblem, unavailable } from './engine-errors.ts';

/** What must happen beside the steps of a transaction. */
export type TransactionHooks = {
  /** Called inside the transaction, before its first step. */
  readonly begun: () => void;
  /** Called inside the transaction, after its last step. */
  readonly flush: () => void;
  readonly committed: () => void;
  readonly rolledBack: () => void;
};

/** The one who writes to the file: everything that callers want done at the same time goes into one commit. */
export type Writer = {
  /**
   * Does the steps in order, each wholly or not at all, and resolves with their results when they are on disk.
   *
   * @throws Problem `store-unavailable` when the engine refuses; steps before the refused one may have been done
   */
  run<T>(steps: readonly (() => T)[]): Promise<readonly T[]>;
  /** Null while commits succeed; otherwise since when (UTC ms) none does. */
  failingSince(): number | null;
  /** Does what was asked for before, and nothing after. */
  close(): Promise<void>;
};

/** Steps in one transaction at most: the time in which nothing else happens on this thread stays short. */
const SLICE = 200;
/** Milliseconds to wait for a lock that another process holds, and to wait after that did not help the last time. */
const LOCK_PATIENCE = 3_000;
const LOCK_IMPATIENCE = 100;
const LOCK_PAUSE = 20;

type Job = {
  readonly steps: readonly (() => unknown)[];
  readonly results: unknown[];
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
};

/** Steps of one job that go into the transaction at hand. */
type Part = { readonly job: Job; readonly steps: readonly (() => unknown)[] };

export function openWriter(
  db: DatabaseSync,
  hooks: TransactionHooks,
  clock: () => number,
  report: (error: unknown) => void,
): Writer {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const queue: Job[] = [];
  let working: Promise<void> | null = null;
  let closed = false;
  let failing: number | null = null;

  async function work(): Promise<void> {
    await turn();
    while (queue.length > 0) {
      await commitParts(takeParts(queue));
      await turn();
    }
    working = null;
  }

  async function commitParts(parts: readonly Part[]): Promise<void> {
    const refusal = await beginWhenFree();
    if (refusal !== null) return failAll(parts, refusal.error);
    const outcome = doAll(parts);
    if ('results' in outcome) return settleAll(parts, outcome.results);
    if (parts.length === 1) return failAll(parts, outcome.error);
    for (const part of parts) await commitParts([part]); // one job that cannot be done must not spoil the others
  }

  /** Fills the open transaction and ends it. */
  function doAll(parts: readonly Part[]): { results: unknown[][] } | { error: unknown } {
    try {
      hooks.begun();
      const results = parts.map((part) => part.steps.map((step) => step()));
      hooks.flush();
      commit.run();
      hooks.committed();
      return { results };
    } catch (error) {
      undo();
      return { error };
    }
  }

  async function beginWhenFree(): Promise<{ error: unknown } | null> {
    const until = performance.now() + (failing === null ? LOCK_PATIENCE : LOCK_IMPATIENCE);
    for (;;) {
      try {
        begin.run();
        return null;
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) return { error };
        await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE));
      }
    }
  }

  function undo(): void {
    try {
      rollback.run();
    } catch {
      // The engine has already undone it, as it does when the disk is full.
    }
    hooks.rolledBack();
  }

  function settleAll(parts: readonly Part[], results: readonly unknown[][]): void {
    failing = null;
    for (const [index, { job }] of parts.entries()) {
      job.results.push(...(results[index] ?? []));
      if (job.results.length === job.steps.length) job.resolve();
      else queue.push(job);
    }
  }

  function failAll(parts: readonly Part[], error: unknown): void {
    const problem = toProblem(error);
    if (problem !== error) failing ??= clock();
    report(error);
    for (const { job } of parts) job.reject(problem);
  }

  return {
    run<T>(steps: readonly (() => T)[]) {
      if (closed) return Promise.reject(unavailable(10));
      if (steps.length === 0) return Promise.resolve([]);
      return new Promise<readonly T[]>((resolve, reject) => {
        const results: unknown[] = [];
        queue.push({ steps, results, resolve: () => resolve(results as T[]), reject }); // each is what its step gave
        working ??= work();
      });
    },
    failingSince: () => failing,
    async close() {
      closed = true;
      await working;
    },
  };
}

/** Takes the next steps from the front; a job that is not finished thereby goes to the end, behind the small ones. */
function takeParts(queue: Job[]): Part[] {
  const parts: Part[] = [];
  for (let room = SLICE; room > 0; ) {
    const job = queue.shift();
    if (job === undefined) break;
    const steps = job.steps.slice(job.results.length, job.results.length + room);
    parts.push({ job, steps });
    room -= steps.length;
  }
  return parts;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
