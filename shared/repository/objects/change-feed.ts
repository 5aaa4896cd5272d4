import { typeKey } from '../linked-data/type-key.ts';
import type { AccessFacts, Head, HeadState, ObjectKey } from '../store/object-store.ts';
import { storedObject } from './stored-versions.ts';

/** One object that was saved or deleted, in its new state: all that filters of subscribers look at. */
export type ChangedObject = {
  readonly key: ObjectKey;
  readonly shortId: string;
  /** Differs between any two changes of one object. */
  readonly writeId: string;
  readonly access: AccessFacts;
  /** The derived type key, such as `schema.org.thing` (specification: Type key derivation). */
  readonly typeKey: string;
  readonly deleted: boolean;
  readonly version: number;
  /** Time of the write, UTC milliseconds; of a deleted object, of its last version. */
  readonly time: number;
};

/** One acknowledged write: a single save or delete, or a batch (specification: Events, `database.afterSave`). */
export type Change = { readonly kind: 'single' | 'batch'; readonly objects: readonly ChangedObject[] };

/** Where every stored write is published before it is acknowledged. */
export interface ChangeFeed {
  /**
   * Resolves when the change can no longer be lost. To be awaited after the write and before it is acknowledged.
   *
   * @throws Problem `store-unavailable` (503): the write is done then, but must not be acknowledged
   */
  publish(change: Change): Promise<void>;
}

type ChangeListener = (change: Change) => void;

/** A feed to listeners in the same process, which get changes in the order of their publication. */
interface LocalChangeFeed extends ChangeFeed {
  /** @returns a function that ends the subscription */
  subscribe(listener: ChangeListener): () => void;
}

/**
 * A feed inside one process.
 *
 * @param onError is called when a listener throws; the others still get the change
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

/**
 * An object in its newest state, as a change describes it.
 *
 * @param knownType its type key; without it, the type is read from the text when it is needed
 */
export function changedObject(head: Head): ChangedObject;
export function changedObject(head: HeadState, knownType: string): ChangedObject;
export function changedObject(head: HeadState, knownType?: string): ChangedObject {
  const { key, shortId, writeId, access, deleted, version, time, text } = head;
  let type = knownType;
  return {
    key,
    shortId,
    writeId,
    access,
    deleted,
    version,
    time,
    get typeKey() {
      type ??= typeKey(storedObject({ key, text: text ?? '' }));
      return type;
    },
  };
}
