import { mapLimit } from '../../base/concurrency/map-limit.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { queriesFor } from '../search/phrase-queries.ts';
import { listedIn } from './listed.ts';
import type { ObjectReader, ReadObject } from './object-reader.ts';

/** Frameworks per page: few, because one may take megabytes. */
const PAGE_SIZE = 50;

const MAX_CONCURRENCY = 4;

/** A framework, and which of the wanted ids it lists. */
export type Listing = { readonly read: ReadObject; readonly lists: readonly string[] };

/** Which frameworks are found. */
export type ListingOptions = {
  /** The members that are looked at. */
  readonly lists: readonly string[];
  /** Whether an object is treated as a framework: see `kinds.ts`. */
  readonly isFramework: (object: JsonObject) => boolean;
  /** Own addresses. */
  readonly bases: readonly string[];
  /** The search ends after this many frameworks; absent: all are found. */
  readonly most?: number;
  /** Is called with the number of frameworks that were found so far; what it throws ends the search. */
  readonly checkCount?: (count: number) => void;
};

/**
 * The frameworks that list one of these ids, as the caller of the reader may see them, in the order of their ids. Each is read once.
 *
 * @param ids short ids
 */
export async function frameworksListing(
  reader: ObjectReader,
  ids: readonly string[],
  { lists, isFramework, bases, most = Number.POSITIVE_INFINITY, checkCount }: ListingOptions,
): Promise<readonly Listing[]> {
  const wanted = new Set(ids);
  const seen = new Set<string>();
  const found: Listing[] = [];
  await mapLimit(queriesFor(lists, ids), MAX_CONCURRENCY, async (query) => {
    for await (const page of reader.search({ query, types: '*framework', page: PAGE_SIZE })) {
      const unseen = page.filter(({ shortId }) => !seen.has(shortId));
      for (const { shortId } of unseen) seen.add(shortId);
      for await (const read of reader.readVersions(unseen)) {
        if (found.length >= most) return;
        if (!isFramework(read.object)) continue;
        const listed = listedIn(read.object, lists, bases).filter((id) => wanted.has(id)); // a search finds words
        if (listed.length === 0) continue;
        found.push({ read, lists: listed });
        checkCount?.(found.length);
      }
    }
  });
  return found.sort((one, other) => (one.read.shortId < other.read.shortId ? -1 : 1));
}
