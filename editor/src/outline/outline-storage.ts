import { type Json, parseJson } from '../../../shared/linked-data/json.ts';
import type { TextStorage } from '../identity/text-storage.ts';
import { type CommandHistory, NO_HISTORY } from './command-history.ts';
import type { PendingPatch } from './patch.ts';

/** What of a document outlasts a reload: changes that are not sent yet, and the steps of undo. */
export type OutlineStorage = {
  readonly loadPending: () => Promise<readonly PendingPatch[]>;
  readonly savePending: (patches: readonly PendingPatch[]) => Promise<void>;
  readonly loadHistory: () => Promise<CommandHistory>;
  readonly saveHistory: (history: CommandHistory) => Promise<void>;
};

export function createOutlineStorage(storage: TextStorage, frameworkId: string): OutlineStorage {
  const pendingKey = `pending ${frameworkId}`;
  const historyKey = `undo ${frameworkId}`;

  async function read<T>(key: string, otherwise: T): Promise<T> {
    const text = await storage.get(key);
    if (text === null) return otherwise;
    const value: Json = parseJson(text, 'A stored change');
    return value as T; // written by this file alone, under a name with its version
  }

  return {
    loadPending: () => read<readonly PendingPatch[]>(pendingKey, []),
    async savePending(patches) {
      if (patches.length === 0) await storage.remove(pendingKey);
      else await storage.set(pendingKey, JSON.stringify(patches));
    },
    loadHistory: () => read<CommandHistory>(historyKey, NO_HISTORY),
    saveHistory: (history) => storage.set(historyKey, JSON.stringify(history)),
  };
}
