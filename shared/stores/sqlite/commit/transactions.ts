import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sleep } from '../../../base/concurrency/sleep.ts';
import { nextTask } from '../../../base/concurrency/slices.ts';
import {
  isBusy,
  type Journal,
  JournalChanged,
  openJournalCheck,
  remedyFor,
  toProblem,
  unavailable,
} from '../engine/database.ts';

/** Why commits fail. */
export type CommitFailure = {
  /** When they began to fail, UTC milliseconds. */
  readonly since: number;
  /** A sentence for operators about the last one; null where only the log can tell. */
  readonly remedy: string | null;
};

/** Called around the steps of each transaction. */
export type TransactionHooks = {
  /** Called inside the transaction, before its first step. */
  readonly begun: () => void;
  /** Called after each step: true ends the transaction early; the other steps go into the next one. */
  readonly isFull: () => boolean;
  /** Called inside the transaction, after its last step. */
  readonly flush: () => void;
  readonly committed: () => void;
  readonly rolledBack: () => void;
};

/** Writes through one connection. Steps that are requested at the same time share a commit. */
export type Transactions = {
  /**
   * Runs the steps in order, each inside a transaction, and resolves with their results when they are on disk.
   *
   * @throws Problem `store-unavailable` when the engine fails; earlier steps may have been committed
   */
  run<T>(steps: readonly (() => T)[]): Promise<readonly T[]>;
  /** Runs work that needs the connection without a transaction, after the jobs queued so far. */
  runOutside(work: () => void): Promise<void>;
  /** The failure of a commit; null after `recovered`, until the next one. A later commit may have succeeded: it may be smaller. */
  failure(): CommitFailure | null;
  /** Forgets the failure: a write of ordinary size has succeeded. */
  recovered(): void;
  /** Finishes queued jobs and refuses new ones. */
  close(): Promise<void>;
};

/** Steps per transaction: more would keep other processes, and other requests, waiting for too long. */
const MAX_STEPS = 200;
/** Lock timeout after a commit failed, so that the queue does not grow while another process blocks writes. */
const FAILING_LOCK_TIMEOUT_MS = 100;
/** The delay is random, so that two processes do not retry in step. */
const MAX_LOCK_RETRY_DELAY_MS = 20;

/** Work that runs between two transactions. */
type Outside = { readonly runOutside: () => void };

type Job = {
  readonly steps: readonly (() => unknown)[];
  readonly results: unknown[];
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
};

/** The steps of one job that go into the current transaction. */
type Part = { readonly job: Job; readonly steps: readonly (() => unknown)[] };

export type TransactionOptions = {
  readonly journal: Journal;
  /** How long to wait for a lock of another process. */
  readonly lockTimeoutMs: number;
  readonly hooks: TransactionHooks;
  readonly clock: () => number;
  readonly report: (error: unknown) => void;
};

export function openTransactions(
  db: DatabaseSync,
  { journal, lockTimeoutMs, hooks, clock, report }: TransactionOptions,
): Transactions {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const hasJournal = openJournalCheck(db, journal);
  const queue: (Job | Outside)[] = [];
  let working: Promise<void> | null = null;
  let closed = false;
  let failing = false;
  let failure: CommitFailure | null = null;

  async function runQueue(): Promise<void> {
    await nextTask();
    while (queue.length > 0) {
      const [first] = queue;
      if (first !== undefined && 'runOutside' in first) {
        queue.shift();
        first.runOutside();
      } else {
        await commitParts(takeParts(queue));
      }
      await nextTask();
    }
    working = null;
  }

  async function commitParts(parts: readonly Part[]): Promise<void> {
    const outcome = await runTransaction(parts);
    if ('results' in outcome) return settleAll(parts, outcome.results);
    if (parts.length === 1 || isBusy(outcome.error)) return failAll(parts, outcome.error);
    for (const part of parts) await commitParts([part]); // a failing job must not fail the others
  }

  /** Runs one transaction. */
  async function runTransaction(parts: readonly Part[]): Promise<{ results: unknown[][] } | { error: unknown }> {
    try {
      const until = deadline();
      for (let busy = attempt(begin); busy !== null; busy = attempt(begin)) await pause(busy, until);
      if (!hasJournal()) throw new JournalChanged();
      hooks.begun();
      const results = runSteps(parts);
      hooks.flush();
      const busy = attempt(commit);
      if (busy !== null) await commitWhenUnlocked(busy);
      hooks.committed();
      return { results };
    } catch (error) {
      undo();
      return { error };
    }
  }

  /** Runs steps until the transaction is full, at least one. */
  function runSteps(parts: readonly Part[]): unknown[][] {
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

  async function commitWhenUnlocked(error: unknown): Promise<void> {
    const until = deadline();
    for (let busy: unknown = error; busy !== null; busy = attempt(commit)) await pause(busy, until);
  }

  function deadline(): number {
    return performance.now() + (failing ? FAILING_LOCK_TIMEOUT_MS : lockTimeoutMs);
  }

  function undo(): void {
    try {
      rollback.run();
    } catch {
      // The engine has already rolled back, as it does when the disk is full.
    }
    hooks.rolledBack();
  }

  function settleAll(parts: readonly Part[], results: readonly unknown[][]): void {
    failing = false;
    for (const [index, { job }] of parts.entries()) {
      for (const result of results[index] ?? []) job.results.push(result);
      if (job.results.length === job.steps.length) job.resolve();
      else queue.push(job);
    }
  }

  function failAll(parts: readonly Part[], error: unknown): void {
    const problem = toProblem(error);
    if (problem !== error) {
      failing = true;
      failure = { since: failure?.since ?? clock(), remedy: remedyFor(error) };
    }
    report(error);
    for (const { job } of parts) job.reject(problem);
  }

  return {
    run<T>(steps: readonly (() => T)[]) {
      if (closed) return Promise.reject(unavailable(10));
      if (steps.length === 0) return Promise.resolve([]);
      return new Promise<readonly T[]>((resolve, reject) => {
        const results: unknown[] = [];
        queue.push({ steps, results, resolve: () => resolve(results as T[]), reject }); // one per step
        working ??= runQueue();
      });
    },
    runOutside(work) {
      if (closed) return Promise.reject(unavailable(10));
      return new Promise((resolve, reject) => {
        const runOutside = () => {
          try {
            work();
            resolve();
          } catch (error) {
            reject(error);
          }
        };
        queue.push({ runOutside });
        working ??= runQueue();
      });
    },
    failure: () => failure,
    recovered() {
      failure = null;
    },
    async close() {
      closed = true;
      await working;
    },
  };
}

/** Takes the next steps from the queue. An unfinished job is queued again behind the others (`settleAll`). */
function takeParts(queue: (Job | Outside)[]): Part[] {
  const parts: Part[] = [];
  for (let room = MAX_STEPS; room > 0; ) {
    const [job] = queue;
    if (job === undefined || 'runOutside' in job) break;
    queue.shift();
    const steps = job.steps.slice(job.results.length, job.results.length + room);
    parts.push({ job, steps });
    room -= steps.length;
  }
  return parts;
}

/** @returns the error when another process holds the lock, null on success */
function attempt(statement: StatementSync): unknown {
  try {
    statement.run();
    return null;
  } catch (error) {
    if (isBusy(error)) return error;
    throw error;
  }
}

/** Waits before a retry. @throws the error when the time is up */
async function pause(error: unknown, until: number): Promise<void> {
  if (performance.now() > until) throw error;
  await sleep(Math.random() * MAX_LOCK_RETRY_DELAY_MS);
}
