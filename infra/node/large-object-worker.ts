import { parentPort } from 'node:worker_threads';
import { createKeyRing } from '../../shared/base/crypto/public-key.ts';
import { Problem, type ProblemRecord, recordOf } from '../../shared/base/errors/problem.ts';
import { type LargeObjectTasks, largeObjectTasks } from '../../shared/repository/objects/large-objects.ts';
import { storedObject } from '../../shared/repository/objects/stored-versions.ts';
import { searchDocument } from '../../shared/repository/search/search-copy.ts';
import { type CopyLarge, type LargeCopy, largeCopy } from '../../shared/stores/opensearch/publish/search-entry.ts';

/** The tasks of a thread. */
export type ThreadTasks = LargeObjectTasks & {
  /** Makes the search copy for a store on OpenSearch; see `CopyLarge`. */
  searchCopy(...input: Parameters<CopyLarge>): LargeCopy;
};

/** One task with its input. */
export type LargeTask = {
  readonly [Name in keyof ThreadTasks]: { readonly name: Name; readonly input: Parameters<ThreadTasks[Name]> };
}[keyof ThreadTasks];

/** The response of the thread: exactly one per task. */
export type LargeAnswer =
  | { readonly output: ReturnType<ThreadTasks[keyof ThreadTasks]> }
  | { readonly problem: ProblemRecord }
  /** A fault of the program, as text for the log. */
  | { readonly fault: string };

/** Runs the thread that processes large objects. */
function serve(port: NonNullable<typeof parentPort>): void {
  const readKey = createKeyRing();
  const tasks: ThreadTasks = {
    ...largeObjectTasks(readKey),
    searchCopy: (stored, born, form) =>
      largeCopy(stored, searchDocument(storedObject(stored), stored.access, readKey), born, form),
  };
  port.on('message', (task: LargeTask) => port.postMessage(answer(task)));

  function answer(task: LargeTask): LargeAnswer {
    try {
      return { output: run(task) };
    } catch (error) {
      if (error instanceof Problem) return { problem: recordOf(error) };
      return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  }

  function run({ name, input }: LargeTask): ReturnType<ThreadTasks[keyof ThreadTasks]> {
    switch (name) {
      case 'prepare':
        return tasks.prepare(...input);
      case 'describe':
        return tasks.describe(...input);
      case 'searchCopy':
        return tasks.searchCopy(...input);
      case 'profileEffect':
        return tasks.profileEffect(...input);
      case 'visible':
        return tasks.visible(...input);
      case 'typeKey':
        return tasks.typeKey(...input);
    }
  }
}

if (parentPort !== null) serve(parentPort); // large-objects.ts starts it so
