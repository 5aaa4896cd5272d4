import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../../errors/problem.ts';
import { type ProblemRecord, recordOf } from '../../../errors/problem-record.ts';
import type { SearchRequest } from '../../object-store.ts';
import { toProblem } from '../engine/engine-errors.ts';
import type { Journal } from '../engine/journal.ts';
import { type Library, openLibrary } from './library.ts';
import { type Columns, type RowPage, runSearch } from './search.ts';

/** Where a search thread reads. */
export type ReaderSettings = { readonly directory: string; readonly journal: Journal };

/** A search for a search thread, and the milliseconds it may take; null: close the file and end. */
export type ReaderTask = {
  readonly request: SearchRequest;
  readonly columns: Columns;
  readonly budget: number;
} | null;

/** What a search thread answers: exactly one per task. */
export type ReaderAnswer =
  | { readonly page: RowPage }
  | { readonly problem: ProblemRecord }
  /** A fault of the engine or of the program, in words for the log. */
  | { readonly fault: string; readonly engine: boolean };

/** The thread that searches run in. Its own connection only reads. */
function serve(port: NonNullable<typeof parentPort>, { directory, journal }: ReaderSettings): void {
  let library: Library | null = null;
  port.on('message', (task: ReaderTask) => {
    if (task === null) {
      library?.db.close();
      port.close();
      return;
    }
    port.postMessage(answer(task));
  });

  function answer({ request, columns, budget }: NonNullable<ReaderTask>): ReaderAnswer {
    const until = performance.now() + budget;
    try {
      library ??= openLibrary(directory, journal);
      return { page: runSearch(library, request, columns, until) };
    } catch (error) {
      if (error instanceof Problem) return { problem: recordOf(error) };
      return {
        fault: error instanceof Error ? (error.stack ?? error.message) : String(error),
        engine: toProblem(error) !== error,
      };
    }
  }
}

if (parentPort !== null) serve(parentPort, workerData as ReaderSettings); // what openReaderPool hands over
