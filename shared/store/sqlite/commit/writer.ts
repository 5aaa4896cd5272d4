import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sleep } from '../../../timing/sleep.ts';
import { isBusy, toProblem, unavailable } from '../engine/engine-errors.ts';
import { type Journal, JournalChanged, keepsJournal } from '../engine/journal.ts';

/** What must happen beside the steps of a transaction. */
export type TransactionHooks = {
  /** Called inside the transaction, before its first step. */
  readonly begun: () => void;
  /** Called after each step: whether the transaction takes no more of them. */
  readonly isFull: () => boolean;
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
  /** Lets somebody else write, on a connection of its own, between what was asked for before and after. */
  yieldTo<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Reads, in one step, when no transaction is open on the connection; and again while another process holds the file.
   *
   * @throws Problem `store-unavailable` when the engine refuses
   */
  read<T>(read: () => T): Promise<T>;
  /** Null while commits succeed; otherwise since when (UTC ms) none does. */
  failingSince(): number | null;
  /** Does what was asked for before, and nothing after. */
  close(): Promise<void>;
};

/** Steps of one transaction: it must not block the thread for long. */
const MAX_STEPS = 200;
/** How long to wait for the lock of another process after the last wait timed out. */
const FAILING_LOCK_TIMEOUT_MS = 100;
/** The delay is random, so that two processes do not retry in step. */
const MAX_LOCK_RETRY_DELAY_MS = 20;

/** Is waited for between two transactions. */
type Yielding = { readonly yieldTo: () => Promise<void> };

type Job = {
  readonly steps: readonly (() => unknown)[];
  readonly results: unknown[];
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
};

/** Steps of one job that go into the transaction at hand. */
type Part = { readonly job: Job; readonly steps: readonly (() => unknown)[] };

export type WriterOptions = {
  readonly journal: Journal;
  /** Milliseconds that a lock of another process is waited for. */
  readonly patience: number;
  readonly hooks: TransactionHooks;
  readonly clock: () => number;
  readonly report: (error: unknown) => void;
};

export function openWriter(db: DatabaseSync, { journal, patience, hooks, clock, report }: WriterOptions): Writer {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const queue: (Job | Yielding)[] = [];
  let working: Promise<void> | null = null;
  let closed = false;
  let failing: number | null = null;
  /** While a filled transaction waits for its commit: nobody else may look through its connection. */
  let uncommitted: Promise<void> | null = null;

  async function work(): Promise<void> {
    await turn();
    while (queue.length > 0) {
      const [first] = queue;
      if (first !== undefined && 'yieldTo' in first) {
        queue.shift();
        await first.yieldTo();
      } else {
        await commitParts(takeParts(queue));
      }
      await turn();
    }
    working = null;
  }

  async function commitParts(parts: readonly Part[]): Promise<void> {
    const outcome = await doAll(parts);
    if ('results' in outcome) return settleAll(parts, outcome.results);
    if (parts.length === 1 || isBusy(outcome.error)) return failAll(parts, outcome.error);
    for (const part of parts) await commitParts([part]); // one job that cannot be done must not spoil the others
  }

  /** One transaction, from its begin to its end. */
  async function doAll(parts: readonly Part[]): Promise<{ results: unknown[][] } | { error: unknown }> {
    let release = () => {};
    try {
      const until = deadline();
      for (let busy = attempt(begin); busy !== null; busy = attempt(begin)) await pause(busy, until);
      if (!keepsJournal(db, journal)) throw new JournalChanged();
      hooks.begun();
      const results = doSteps(parts);
      hooks.flush();
      const busy = attempt(commit);
      if (busy !== null) {
        release = hold();
        await commitWhenFree(busy);
      }
      hooks.committed();
      return { results };
    } catch (error) {
      undo();
      return { error };
    } finally {
      release();
    }
  }

  /** The results of as many steps as the transaction takes: one at least. */
  function doSteps(parts: readonly Part[]): unknown[][] {
    let full = false;
    return parts.map(({ steps }) => {
      const results: unknown[] = [];
      for (const step of steps) {
        if (full) break;
        results.push(step());
        full = hooks.isFull();
      }
      return results;
    });
  }

  async function commitWhenFree(refusal: unknown): Promise<void> {
    const until = deadline();
    for (let busy: unknown = refusal; busy !== null; busy = attempt(commit)) await pause(busy, until);
  }

  function deadline(): number {
    return performance.now() + (failing === null ? patience : FAILING_LOCK_TIMEOUT_MS);
  }

  /** Makes everybody who reads wait until the release that it gives. */
  function hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    uncommitted = promise;
    return () => {
      uncommitted = null;
      resolve();
    };
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
      for (const result of results[index] ?? []) job.results.push(result);
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
    async read(read) {
      for (const until = performance.now() + patience; ; ) {
        while (uncommitted !== null) await uncommitted;
        try {
          return read();
        } catch (error) {
          if (!isBusy(error)) throw toProblem(error);
          await pause(toProblem(error), until);
        }
      }
    },
    run<T>(steps: readonly (() => T)[]) {
      if (closed) return Promise.reject(unavailable(10));
      if (steps.length === 0) return Promise.resolve([]);
      return new Promise<readonly T[]>((resolve, reject) => {
        const results: unknown[] = [];
        queue.push({ steps, results, resolve: () => resolve(results as T[]), reject }); // each is what its step gave
        working ??= work();
      });
    },
    yieldTo<T>(write: () => Promise<T>) {
      if (closed) return Promise.reject(unavailable(10));
      return new Promise<T>((resolve, reject) => {
        queue.push({ yieldTo: () => write().then(resolve, reject) });
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
function takeParts(queue: (Job | Yielding)[]): Part[] {
  const parts: Part[] = [];
  for (let room = MAX_STEPS; room > 0; ) {
    const [job] = queue;
    if (job === undefined || 'yieldTo' in job) break;
    queue.shift();
    const steps = job.steps.slice(job.results.length, job.results.length + room);
    parts.push({ job, steps });
    room -= steps.length;
  }
  return parts;
}

/** Null when it was done; the refusal when another process is in the way. */
function attempt(statement: StatementSync): unknown {
  try {
    statement.run();
    return null;
  } catch (error) {
    if (isBusy(error)) return error;
    throw error;
  }
}

/** Waits a little. @throws the refusal once it is too late for that */
async function pause(refusal: unknown, until: number): Promise<void> {
  if (performance.now() > until) throw refusal;
  await sleep(Math.random() * MAX_LOCK_RETRY_DELAY_MS);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
