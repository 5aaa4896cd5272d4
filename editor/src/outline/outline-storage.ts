import { type Json, parseJson } from '../../../shared/repository/linked-data/json.ts';
import type { TextStorage } from '../identity/text-storage.ts';
import { type CommandHistory, NO_HISTORY } from './command-history.ts';
import type { PendingPatch } from './patch.ts';

/** The parts of a document that survive a reload: changes that are not sent yet, and the steps of undo. */
export type OutlineStorage = {
  /** The unsent changes of all pages of the browser that had the framework open. This page takes them over. */
  readonly loadPending: () => Promise<readonly PendingPatch[]>;
  readonly savePending: (patches: readonly PendingPatch[]) => Promise<void>;
  readonly loadHistory: () => Promise<CommandHistory>;
  readonly saveHistory: (history: CommandHistory) => Promise<void>;
};

const PENDING = 'pending ';

/** Short ids of the frameworks with changes that are not sent yet, by this page or another one of the browser. */
export async function unsentFrameworks(storage: Pick<TextStorage, 'keys'>): Promise<readonly string[]> {
  const keys = (await storage.keys()).filter((key) => key.startsWith(PENDING));
  return [...new Set(keys.map((key) => key.slice(PENDING.length).replace(/ .*$/, '')))];
}

export function createOutlineStorage(storage: TextStorage, frameworkId: string): OutlineStorage {
  const pendingKey = PENDING + frameworkId;
  const ownKey = `${pendingKey} ${crypto.randomUUID()}`;
  const historyKey = `undo ${frameworkId}`;
  /** What other pages had stored, by key. */
  const taken = new Map<string, string>();

  /** Removes what this page has taken over from others, unless they have stored something else since. */
  async function removeTaken(): Promise<void> {
    for (const [key, text] of taken) {
      taken.delete(key);
      if ((await storage.get(key)) === text) await storage.remove(key);
    }
  }

  async function read<T>(key: string, otherwise: T): Promise<T> {
    const text = await storage.get(key);
    if (text === null) return otherwise;
    const value: Json = parseJson(text, 'A stored change');
    return value as T; // written by this file alone, under a name with its version
  }

  return {
    async loadPending() {
      const keys = (await storage.keys()).filter((key) => key === pendingKey || key.startsWith(`${pendingKey} `));
      const kept = await Promise.all(keys.map((key) => read<readonly PendingPatch[]>(key, [])));
      for (const [i, key] of keys.entries()) if (key !== ownKey) taken.set(key, JSON.stringify(kept[i]));
      return kept.flat();
    },
    async savePending(patches) {
      if (patches.length === 0) await storage.remove(ownKey);
      else await storage.set(ownKey, JSON.stringify(patches));
      await removeTaken();
    },
    loadHistory: () => read<CommandHistory>(historyKey, NO_HISTORY),
    saveHistory: (history) => storage.set(historyKey, JSON.stringify(history)),
  };
}
