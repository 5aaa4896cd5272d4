import type { AccessFacts } from '../store/object-store.ts';

/** One object that was saved or deleted. */
export type ChangedObject = { readonly shortId: string; readonly access: AccessFacts };

/** One acknowledged write: a single save or delete, or a batch (specification: Events, `database.afterSave`). */
export type Change = { readonly kind: 'single' | 'batch'; readonly objects: readonly ChangedObject[] };

export type ChangeListener = (change: Change) => void;

/** Tells listeners of every acknowledged write of this process, in order. */
export interface ChangeFeed {
  publish(change: Change): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: ChangeListener): () => void;
}

/**
 * A feed inside one process.
 *
 * @param onError hears of a listener that throws; the others are told all the same
 */
export function createChangeFeed(onError: (error: unknown) => void): ChangeFeed {
  const listeners = new Set<ChangeListener>();
  return {
    publish(change) {
      for (const listener of listeners) {
        try {
          listener(change);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
