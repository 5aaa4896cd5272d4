import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ObjectStore } from '../../repository/store/object-store.ts';
import { TEST_LENGTH } from './commit/file-tasks.ts';
import type { Writer } from './commit/writer.ts';
import { FILE_NAME } from './engine/database.ts';
import type { Read } from './engine/read.ts';

/** With less free space than this, in test writes, one is made: the file and its journal both need space. */
const MIN_FREE_TEST_WRITES = 8;

const UNKNOWN = 'The embedded database does not take writes: see the log for its reason.';

type HealthOptions = {
  readonly db: DatabaseSync;
  readonly read: Read;
  readonly writer: Writer;
  readonly directory: string;
  /** Now, UTC milliseconds. */
  readonly clock: () => number;
  /** Logs why the store cannot be read, once until it can be again; the writer logs its own failures. */
  readonly report: (error: unknown) => void;
};

/**
 * Checks whether the store can be read and written. Once a commit has failed, or if the disk is nearly full or read-only, a test write
 * shows whether ordinary objects can be saved: a small one may succeed on a full disk.
 */
export function openHealth({ db, read, writer, directory, clock, report }: HealthOptions): ObjectStore['health'] {
  const select = db.prepare('SELECT 1 FROM meta');
  let checking: ReturnType<ObjectStore['health']> | null = null;
  let failing = false;

  async function check(): ReturnType<ObjectStore['health']> {
    try {
      await read(() => select.get());
      if (writer.failure() !== null || (await isSuspicious(directory))) await writer.task('testWrite');
      failing = false;
      return { ready: true };
    } catch (error) {
      if (!failing && writer.failure() === null) report(error);
      failing = true;
      const { since, remedy } = writer.failure() ?? { since: clock(), remedy: null };
      return { ready: false, detail: remedy ?? UNKNOWN, since };
    }
  }

  return () => {
    checking ??= check().finally(() => {
      checking = null;
    });
    return checking;
  };
}

/** Whether writes may fail: little space is left, or the file may not be written, as after its disk became read-only. */
async function isSuspicious(directory: string): Promise<boolean> {
  const [disk, mayWrite] = await Promise.all([
    statfs(directory).catch(() => null), // not every file system supports it
    access(join(directory, FILE_NAME), constants.W_OK).then(
      () => true,
      () => false,
    ),
  ]);
  return !mayWrite || (disk !== null && disk.bavail * disk.bsize < MIN_FREE_TEST_WRITES * TEST_LENGTH);
}
