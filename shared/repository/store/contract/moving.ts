import type { JsonObject } from '../../linked-data/json.ts';
import { wholeVersion } from '../../objects/stored-versions.ts';
import type { Head, NamedHead, ObjectStore, RestoreRequest, ScanPage } from '../object-store.ts';
import { describeStored, keyOf, put, shortIdOf } from './fixtures.ts';
import type { ObjectStoreHarness } from './harness.ts';

/** Every object of a store, by following the cursors of a scan. */
export async function allScanned(store: ObjectStore): Promise<NamedHead[]> {
  const objects: NamedHead[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: ScanPage = await store.scan(cursor, 100);
    objects.push(...page.objects);
    if (page.next === null) return objects;
    cursor = page.next;
  }
}

/** The requests that copy a store into another one: every version with the names of its object. */
export async function restoreRequests(store: ObjectStore): Promise<RestoreRequest[]> {
  const requests: RestoreRequest[] = [];
  for (const { head, aliases } of await allScanned(store)) {
    for (const state of await store.history(head.key, 10_000)) {
      const version = await wholeVersion(store, state);
      if (version === null) throw new Error('A version has no text.');
      const deleted = head.deleted && version.version === head.version;
      requests.push({ ...version, aliases, deleted, search: describeStored(version) });
    }
  }
  return requests;
}

/** Writes the next version of an object that is there, deleted or not. */
export async function writeNext(
  store: ObjectStore,
  name: string,
  members: JsonObject,
  written?: string,
): Promise<Head> {
  const [head = null] = await store.heads([shortIdOf(name)]);
  if (head === null) throw new Error(`There is no object ${name}.`);
  const { owners, readers } = head.access;
  const trail = written === undefined ? {} : { written };
  return put(store, name, { version: head.version + 1, expected: head, members, owners, readers, ...trail });
}

/** Deletes an object that is there. */
export async function removeObject(store: ObjectStore, name: string, removed?: string): Promise<void> {
  const [head = null] = await store.heads([shortIdOf(name)]);
  const trail = removed === undefined ? {} : { removed };
  const [outcome] = await store.remove([{ key: keyOf(name), expected: head?.writeId ?? '', time: 1, ...trail }]);
  if (outcome?.status !== 'removed') throw new Error(`A removal ended with ${outcome?.status}.`);
}

/** Does the same checks in the store under test, in another instance, and at last after a restart. */
export async function everywhere(
  harness: ObjectStoreHarness,
  other: ObjectStore,
  check: (instance: ObjectStore) => Promise<void>,
): Promise<void> {
  await check(harness.store);
  await check(other);
  await check(await harness.reopen());
}
