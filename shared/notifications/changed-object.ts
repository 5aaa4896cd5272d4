import { typeKey } from '../linked-data/type-key.ts';
import { storedObject } from '../objects/stored-object.ts';
import type { Head } from '../store/object-store.ts';
import type { ChangedObject } from './change-feed.ts';

/**
 * What listeners need to know of an object in its newest state.
 *
 * @param known its type key; absent: it is read out of its text when it is asked for
 */
export function changedObject(head: Head, known: string | null = null): ChangedObject {
  const { key, shortId, writeId, access, deleted } = head;
  let type = known;
  return {
    ...{ key, shortId, writeId, access, deleted },
    get typeKey() {
      type ??= typeKey(storedObject(head));
      return type;
    },
  };
}
