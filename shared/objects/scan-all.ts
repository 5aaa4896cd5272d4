import type { NamedHead, ObjectStore } from '../store/object-store.ts';

/**
 * Every object of a store, deleted ones too, page by page in the order of `ObjectStore.scan`: what is written meanwhile may or
 * may not be among them; objects that were there before are.
 *
 * @param page objects per page, at most
 * @throws Problem `store-unavailable` (503)
 */
export async function* scanAll(
  store: Pick<ObjectStore, 'scan'>,
  page: number,
): AsyncGenerator<readonly NamedHead[], void, undefined> {
  let cursor: string | null = null;
  do {
    const { objects, next }: Awaited<ReturnType<ObjectStore['scan']>> = await store.scan(cursor, page);
    yield objects;
    cursor = next;
  } while (cursor !== null);
}
