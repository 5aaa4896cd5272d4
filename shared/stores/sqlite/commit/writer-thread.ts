import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { nextTask } from '../../../base/concurrency/slices.ts';
import { Problem, type ProblemRecord, recordOf } from '../../../base/errors/problem.ts';
import { createWriteIds } from '../../../repository/store/write-ids.ts';
import { type Journal, openForWriting, setBusyTimeout } from '../engine/database.ts';
import { openIndexer } from '../index/indexer.ts';
import { type FileTasks, openFileTasks } from './file-tasks.ts';
import { openSteps, type Steps } from './steps.ts';
import { type CommitFailure, openTransactions } from './transactions.ts';

/** Options of the writer thread. */
export type WriterSettings = {
  readonly directory: string;
  readonly journal: Journal;
  readonly maxBytes: number | null;
  readonly lockTimeoutMs: number;
  /** Instance of the store whose write ids the thread assigns. */
  readonly instance: string;
};

/** Steps of one name, one for each input, or a task. */
export type WriterWork =
  | { readonly step: keyof Steps; readonly inputs: readonly unknown[] }
  | { readonly task: keyof FileTasks };

export type WriterJob = WriterWork & { readonly id: number };

/** Jobs in the order in which they were requested, or null to finish them, close the file and end the thread. */
export type WriterMessage = readonly WriterJob[] | null;

/** The end of one job. */
export type WriterAnswer = { readonly id: number } & (
  | { readonly outputs: readonly unknown[] }
  | { readonly problem: ProblemRecord }
  /** A fault of the program, which `faults` describe. */
  | { readonly failed: true }
);

/** The jobs that ended with one commit. */
export type WriterReport = {
  readonly answers: readonly WriterAnswer[];
  /** Messages for the log. */
  readonly faults: readonly string[];
  /** Why commits fail. */
  readonly failure: CommitFailure | null;
};

type Connection = {
  run(job: WriterJob): Promise<readonly unknown[]>;
  failure(): CommitFailure | null;
  close(): Promise<void>;
};

/** The thread that writes to the file, through a connection of its own. */
function serve(port: MessagePort, settings: WriterSettings): void {
  let connection: Connection | null = null;
  let faults: string[] = [];
  let answers: WriterAnswer[] = [];

  function report(error: unknown): void {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  /** What ends in the same task is sent in one message. */
  function send(answer: WriterAnswer): void {
    answers.push(answer);
    if (answers.length > 1) return;
    process.nextTick(() => {
      port.postMessage({ answers, faults, failure: connection?.failure() ?? null } satisfies WriterReport);
      answers = [];
      faults = [];
    });
  }

  async function execute(job: WriterJob): Promise<void> {
    const { id } = job;
    try {
      connection ??= connect(settings, report);
      send({ id, outputs: await connection.run(job) });
    } catch (error) {
      if (error instanceof Problem) return send({ id, problem: recordOf(error) });
      report(error);
      send({ id, failed: true });
    }
  }

  port.on('message', async (jobs: WriterMessage) => {
    if (jobs !== null) return void jobs.map(execute);
    await connection?.close();
    await nextTask(); // the last answers are sent by then
    port.close();
  });
}

function connect(settings: WriterSettings, report: (error: unknown) => void): Connection {
  const { directory, journal, maxBytes, lockTimeoutMs, instance } = settings;
  const db = openForWriting(directory, maxBytes, journal);
  const indexer = openIndexer(db);
  const transactions = openTransactions(db, { journal, lockTimeoutMs, hooks: indexer, clock: Date.now, report });
  const steps = openSteps(db, indexer, createWriteIds(instance));
  const tasks = openFileTasks(db, journal, transactions);
  setBusyTimeout(db, journal);
  return {
    async run(job) {
      if ('task' in job) return [await tasks[job.task]()];
      const step = steps[job.step] as (input: unknown) => unknown; // the writer pairs names with their inputs
      return transactions.run(job.inputs.map((input) => () => step(input)));
    },
    failure: transactions.failure,
    async close() {
      await transactions.close();
      db.close();
    },
  };
}

if (parentPort !== null) serve(parentPort, workerData as WriterSettings); // passed by openWriter
