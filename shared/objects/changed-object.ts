import { typeKey } from '../linked-data/type-key.ts';
import type { Head, HeadState } from '../store/object-store.ts';
import type { ChangedObject } from './change-feed.ts';
import { storedObject } from './stored-object.ts';

/** What listeners need to know of an object in its newest state. Its type is read out of its text when it is asked for. */
export function changedObject(head: Head): ChangedObject {
  let type: string | null = null;
  return {
    ...changedState(head, ''),
    get typeKey() {
      type ??= typeKey(storedObject(head));
      return type;
    },
  };
}

/** As {@link changedObject}, of an object whose type is known. */
export function changedState(head: HeadState, typeKey: string): ChangedObject {
  const { key, shortId, writeId, access, deleted } = head;
  return { key, shortId, writeId, access, deleted, typeKey };
}
