import type { AccessFacts, ObjectKey } from '../store/object-store.ts';

/** One object that was saved or deleted, in the state that this left it in: all that decides who hears of it. */
export type ChangedObject = {
  readonly key: ObjectKey;
  readonly shortId: string;
  /** Another one for every save and delete: two changes of one object differ in it. */
  readonly writeId: string;
  readonly access: AccessFacts;
  /** The derived type key, such as `schema.org.thing` (specification: Type key derivation). */
  readonly typeKey: string;
  readonly deleted: boolean;
};

/** One acknowledged write: a single save or delete, or a batch (specification: Events, `database.afterSave`). */
export type Change = { readonly kind: 'single' | 'batch'; readonly objects: readonly ChangedObject[] };

/** What the write doors tell of every write that is stored, before they acknowledge it. */
export interface ChangeFeed {
  /**
   * Resolves when the change cannot get lost any more. To be awaited after the write and before it is acknowledged.
   *
   * @throws Problem `store-unavailable` (503): the write is done then, but must not be acknowledged
   */
  publish(change: Change): Promise<void>;
}

export type ChangeListener = (change: Change) => void;

/** A feed to listeners in the same process, who hear of changes in the order of their publication. */
export interface LocalChangeFeed extends ChangeFeed {
  /** @returns a function that ends the subscription */
  subscribe(listener: ChangeListener): () => void;
}

/**
 * A feed inside one process.
 *
 * @param onError hears of a listener that throws; the others are told all the same
 */
export function createChangeFeed(onError: (error: unknown) => void): LocalChangeFeed {
  const listeners = new Set<ChangeListener>();
  return {
    async publish(change) {
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
