import { ANONYMOUS } from '../../shared/repository/access/caller.ts';
import { listedIn } from '../../shared/repository/frameworks/listed.ts';
import {
  createObjectReader,
  type ReadContext,
  type ReadObject,
} from '../../shared/repository/frameworks/object-reader.ts';
import { queriesFor } from '../../shared/repository/search/phrase-queries.ts';
import type { HeadState } from '../../shared/repository/store/object-store.ts';
import { publicKind } from './items.ts';

/** Frameworks per page of a search. */
const PAGE_SIZE = 50;

/** A public framework or collection, and which of the wanted ids it lists. */
export type Listing = { readonly read: ReadObject; readonly lists: readonly string[] };

/**
 * The public frameworks and collections that list one of these ids, one after the other: many long ones need the memory of one.
 *
 * @param ids short ids
 * @param lists members that are looked at
 */
export async function* publicListings(
  ctx: ReadContext,
  ids: readonly string[],
  lists: readonly string[],
): AsyncGenerator<Listing> {
  const { bases } = ctx.config;
  const wanted = new Set(ids);
  for await (const hit of hitsOf(ctx, ids, lists)) {
    for await (const read of createObjectReader(ctx, ANONYMOUS).readVersions([hit])) {
      if (publicKind(read) === null) continue;
      const listed = listedIn(read.object, lists, bases).filter((id) => wanted.has(id)); // a search finds words
      if (listed.length > 0) yield { read, lists: listed };
    }
  }
}

/** What a search finds, each once. */
async function* hitsOf(ctx: ReadContext, ids: readonly string[], lists: readonly string[]): AsyncGenerator<HeadState> {
  const seen = new Set<string>();
  for (const query of queriesFor(lists, ids)) {
    const pages = createObjectReader(ctx, ANONYMOUS).search({ query, types: '*.framework', page: PAGE_SIZE });
    for await (const page of pages) {
      yield* page.filter(({ shortId }) => !seen.has(shortId));
      for (const { shortId } of page) seen.add(shortId);
    }
  }
}
