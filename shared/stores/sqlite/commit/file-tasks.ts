import type { DatabaseSync } from 'node:sqlite';
import { emptyJournal, type Journal } from '../engine/database.ts';
import type { Transactions } from './transactions.ts';

/** UTF-16 units, and bytes, of a test write: some times what a save of an ordinary object needs in the file and its journal. */
export const TEST_LENGTH = 262_144;

/** Tasks of the writer thread that take several transactions, or need the file while no transaction is open. */
export type FileTasks = {
  /** Writes as much as a save of an ordinary object does, and removes it. @throws Problem `store-unavailable` when it fails */
  testWrite(): Promise<void>;
  /**
   * Returns free space to the disk. Without it, removed text stays in the files until it is overwritten.
   *
   * @throws the error of the engine when another process is writing
   */
  compact(): Promise<void>;
};

export function openFileTasks(db: DatabaseSync, journal: Journal, transactions: Transactions): FileTasks {
  const insert = db.prepare(`INSERT OR REPLACE INTO meta (name, value) VALUES ('probe', ?)`);
  const remove = db.prepare(`DELETE FROM meta WHERE name = 'probe'`);

  /** Neither test writes nor earlier ones keep space in the journal that is needed now. */
  function shrinkJournal(): void {
    try {
      if (journal === 'wal') emptyJournal(db, journal);
    } catch {
      // Another process writes, or the disk has no space for it.
    }
  }

  return {
    async testWrite() {
      try {
        await transactions.run([() => insert.run('x'.repeat(TEST_LENGTH))]);
        await transactions.run([() => remove.run()]);
        transactions.recovered();
      } finally {
        await transactions.runOutside(shrinkJournal);
      }
    },
    compact: () =>
      transactions.runOutside(() => {
        db.exec('VACUUM');
        emptyJournal(db, journal);
      }),
  };
}
