import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { Problem, type ProblemRecord, recordOf } from '../../../base/errors/problem.ts';
import type { SearchRequest } from '../../../repository/store/object-store.ts';
import type { Journal } from '../engine/database.ts';
import { toProblem } from '../engine/database.ts';
import { type Library, openLibrary } from './library.ts';
import { type Columns, type RowPage, runSearch } from './search.ts';

/** Options of a search thread. */
export type ReaderSettings = { readonly directory: string; readonly journal: Journal };

/** A search, or null to close the file and end the thread. */
export type ReaderTask = {
  readonly request: SearchRequest;
  readonly columns: Columns;
  readonly timeoutMs: number;
} | null;

/** The response to each task. */
export type ReaderAnswer =
  | { readonly page: RowPage }
  | { readonly problem: ProblemRecord }
  /** Another error, as a message for the log; `engine`: an error of SQLite. */
  | { readonly fault: string; readonly engine: boolean };

/** The thread that runs searches, through a read-only connection of its own. */
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

  function answer({ request, columns, timeoutMs }: NonNullable<ReaderTask>): ReaderAnswer {
    const until = performance.now() + timeoutMs;
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

if (parentPort !== null) serve(parentPort, workerData as ReaderSettings); // passed by openReaderPool
