import type { Caller } from '../../repository/access/caller.ts';
import { kindOf } from '../../repository/frameworks/kinds.ts';
import { listedIn, PART_LISTS } from '../../repository/frameworks/listed.ts';
import { searchAll } from '../../repository/objects/search.ts';
import { queriesFor } from '../../repository/search/phrase-queries.ts';
import { parseIndexHint } from '../../repository/search/type-key-filter.ts';
import type { ExchangeReadContext } from './context.ts';
import { type LoadedFramework, loadFramework } from './load.ts';
import type { FrameworkNode } from './model.ts';
import { createObjectReader, searcher } from './read-objects.ts';
import { nodeOf } from './stored.ts';

/** Small: one framework may take megabytes. */
const PAGE_SIZE = 50;

/** A framework or collection. */
export type Root = Pick<FrameworkNode, 'id' | 'kind'> & { readonly node: FrameworkNode };

/**
 * The frameworks and collections that list these competencies, relations or definitions, as the caller may see them.
 *
 * @returns for each id that is listed somewhere, the roots in the order of their ids
 */
export async function rootsListing(
  ctx: ExchangeReadContext,
  ids: readonly string[],
  caller: Caller,
): Promise<ReadonlyMap<string, readonly Root[]>> {
  const wanted = new Set(ids);
  const listing = new Map<string, Root[]>();
  for (const [id, { node, lists }] of await findRoots(ctx, ids, caller)) {
    for (const listed of lists) {
      if (!wanted.has(listed)) continue;
      const at = listing.get(listed);
      if (at === undefined) listing.set(listed, [{ id, kind: node.kind, node }]);
      else at.push({ id, kind: node.kind, node });
    }
  }
  return listing;
}

type FoundRoot = { readonly node: FrameworkNode; readonly lists: ReadonlySet<string> };

async function findRoots(
  ctx: ExchangeReadContext,
  ids: readonly string[],
  caller: Caller,
): Promise<readonly (readonly [string, FoundRoot])[]> {
  const reader = createObjectReader(ctx, caller);
  const roots = new Map<string, FoundRoot>();
  for (const query of queriesFor(PART_LISTS, ids)) {
    const search = { query, types: parseIndexHint('*framework'), caller: searcher(caller), page: PAGE_SIZE };
    for await (const page of searchAll(ctx, search)) {
      const unread = page.filter(({ shortId }) => !roots.has(shortId));
      for await (const { object, shortId, modified } of reader.readVersions(unread)) {
        const kind = kindOf(object);
        if (kind === null) continue;
        const node = nodeOf(object, shortId, kind, modified);
        roots.set(shortId, { node, lists: new Set(listedIn(object, PART_LISTS, ctx.config.bases)) });
      }
    }
  }
  return [...roots].sort(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * The framework that lists an object: where several do, the first by id; null when the caller can read none.
 */
export async function loadFrameworkListing(
  ctx: ExchangeReadContext,
  id: string,
  caller: Caller,
): Promise<LoadedFramework | null> {
  const roots = (await rootsListing(ctx, [id], caller)).get(id) ?? [];
  const root = roots.find(({ kind }) => kind === 'framework');
  return root === undefined ? null : loadFramework(ctx, root.id, caller);
}
