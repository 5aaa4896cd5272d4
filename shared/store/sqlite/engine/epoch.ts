import type { DatabaseSync } from 'node:sqlite';

/**
 * Reads which epoch it is: null in the first. In an epoch, the numbers of paths and type keys stay what they are, and no
 * word goes; whoever remembers them over transactions forgets them when the epoch changes.
 */
export function openEpoch(db: DatabaseSync): () => string | null {
  const read = db.prepare(`SELECT value FROM meta WHERE name = 'epoch'`);
  return () => {
    const value = read.get()?.value;
    return typeof value === 'string' ? value : null;
  };
}

/** Begins a new epoch, inside the transaction that is open, for every process. */
export function renewEpoch(db: DatabaseSync): void {
  const renew = db.prepare(`INSERT OR REPLACE INTO meta (name, value) VALUES ('epoch', ?)`);
  renew.run(crypto.randomUUID());
}
