import * as z from 'zod/mini';
import { chunks } from '../../base/concurrency/chunks.ts';
import { wholeVersions } from '../../repository/objects/stored-versions.ts';
import type {
  NamedHead,
  ObjectKey,
  ObjectStore,
  VersionState,
  VersionTrail,
} from '../../repository/store/object-store.ts';
import { formatVersionLine, furtherNames } from './line-formats.ts';

/** A version of an object. */
export const PLACE = z.object({ key: z.string(), version: z.number() });

export type LinePlace = z.infer<typeof PLACE>;

/** A line of an export, without its line break. */
type VersionLine = { readonly line: string; readonly place: LinePlace };

/** Number of objects whose histories are read together. */
const HISTORY_BATCH_SIZE = 8;

/** Upper bound; no object has as many versions. */
const MAX_VERSIONS = 2 ** 31 - 1;

/**
 * The lines of a page of objects: all versions of each, oldest first.
 *
 * @param last the version after which to continue; null: from the start. If its object is no longer in the page, the whole page is
 *   read, so that nothing is left out
 * @throws Problem `store-unavailable` (503)
 */
export async function* linesOfObjects(
  store: ObjectStore,
  page: readonly NamedHead[],
  last: LinePlace | null,
): AsyncGenerator<VersionLine> {
  const { key: done, version } = last ?? { key: null, version: -1 };
  const objects = fromKey(page, done, ({ head }) => head.key);
  for (const batch of chunks(objects, HISTORY_BATCH_SIZE)) {
    const histories = await Promise.all(batch.map(({ head }) => readHistory(store, head.key)));
    for (const [index, object] of batch.entries()) {
      for await (const one of linesOf(store, object, histories[index] ?? NO_HISTORY)) {
        if (one.place.key !== done || one.place.version > version) yield one;
      }
    }
  }
}

/** The items of a page from a key on; the whole page if it no longer contains the key, so that nothing is left out. */
export function fromKey<T>(items: readonly T[], key: string | null, keyOf: (item: T) => string): readonly T[] {
  const index = items.findIndex((item) => keyOf(item) === key);
  return items.slice(Math.max(0, index));
}

/** The versions of an object, newest first, and their trails by version. */
type History = { readonly states: readonly VersionState[]; readonly trails: ReadonlyMap<number, VersionTrail> };

const NO_HISTORY: History = { states: [], trails: new Map() };

async function readHistory(store: ObjectStore, key: ObjectKey): Promise<History> {
  const [states, trails] = await Promise.all([store.history(key, MAX_VERSIONS), store.trail(key, MAX_VERSIONS)]);
  return { states, trails: new Map(trails.map((one) => [one.version, one])) };
}

async function* linesOf(
  store: Pick<ObjectStore, 'texts'>,
  named: NamedHead,
  { states, trails }: History,
): AsyncGenerator<VersionLine> {
  const { head } = named;
  const versions = [...states].reverse();
  const newest = versions.at(-1)?.version;
  for await (const some of wholeVersions(store, versions)) {
    for (const version of some) {
      // A write after the page was read may have undone a deletion.
      const deleted = head.deleted && version.version === head.version;
      const facts = version.version === newest ? { deleted, names: furtherNames(named) } : null;
      yield {
        line: formatVersionLine(version, trails.get(version.version) ?? {}, facts),
        place: { key: head.key, version: version.version },
      };
    }
  }
}
