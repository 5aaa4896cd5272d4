import { scanAll } from '../objects/scan-all.ts';
import type { NamedHead, ObjectStore } from '../store/object-store.ts';
import { formatVersionLine, furtherNames } from './version-line.ts';

/** Objects taken from the store at a time. */
const PAGE = 50;

/** Histories read at a time. */
const PARALLEL = 8;

/** More versions than any object has. */
const ALL = 2 ** 31 - 1;

/**
 * Everything that the store holds, as lines without their line breaks: every version of every object, deleted ones too,
 * the versions of an object together, oldest first. What is written meanwhile may or may not be among them; objects that
 * were there before are.
 *
 * @throws Problem `store-unavailable` (503)
 */
export async function* exportLines({ store }: { readonly store: ObjectStore }): AsyncGenerator<string> {
  for await (const page of scanAll(store, PAGE)) {
    for (let from = 0; from < page.length; from += PARALLEL) {
      const objects = page.slice(from, from + PARALLEL);
      for (const lines of await Promise.all(objects.map((object) => linesOf(store, object)))) yield* lines;
    }
  }
}

async function linesOf(store: ObjectStore, named: NamedHead): Promise<readonly string[]> {
  const { head } = named;
  const versions = [...(await store.history(head.key, ALL))].reverse();
  const newest = versions.at(-1);
  return versions.map((version) => {
    if (version !== newest) return formatVersionLine(version, null);
    // A write since the page was read has undone a deletion.
    const deleted = head.deleted && version.version === head.version;
    return formatVersionLine(version, { deleted, names: furtherNames(named) });
  });
}
