import type { DatabaseSync } from 'node:sqlite';

/**
 * Reads the current epoch: null in the first one. Within an epoch, numbers of paths and type keys do not change and no word is
 * removed. Caches of them are cleared when the epoch changes.
 */
export function openEpoch(db: DatabaseSync): () => string | null {
  const read = db.prepare(`SELECT value FROM meta WHERE name = 'epoch'`);
  return () => {
    const value = read.get()?.value;
    return typeof value === 'string' ? value : null;
  };
}

/** Begins a new epoch for all processes, inside the open transaction. */
export function renewEpoch(db: DatabaseSync): void {
  const renew = db.prepare(`INSERT OR REPLACE INTO meta (name, value) VALUES ('epoch', ?)`);
  renew.run(crypto.randomUUID());
}
