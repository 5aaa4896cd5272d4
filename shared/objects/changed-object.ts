import { typeKey } from '../linked-data/type-key.ts';
import type { Head, HeadState } from '../store/object-store.ts';
import type { ChangedObject } from './change-feed.ts';
import { storedObject } from './stored-object.ts';

/**
 * An object in its newest state, as a change describes it.
 *
 * @param knownType its type key; without it, the type is read from the text when it is asked for
 */
export function changedObject(head: Head): ChangedObject;
export function changedObject(head: HeadState, knownType: string): ChangedObject;
export function changedObject(head: HeadState, knownType?: string): ChangedObject {
  const { key, shortId, writeId, access, deleted, text } = head;
  let type = knownType;
  return {
    ...{ key, shortId, writeId, access, deleted },
    get typeKey() {
      type ??= typeKey(storedObject({ key, text: text ?? '' }));
      return type;
    },
  };
}
