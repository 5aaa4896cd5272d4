import type { Caller } from '../../repository/access/caller.ts';
import { kindOf } from '../../repository/frameworks/kinds.ts';
import { PART_LISTS } from '../../repository/frameworks/listed.ts';
import { frameworksListing } from '../../repository/frameworks/listing.ts';
import { createObjectReader, type ReadContext } from '../../repository/frameworks/object-reader.ts';
import { type LoadedFramework, loadFramework } from './load.ts';
import type { FrameworkNode } from './model.ts';
import { nodeOf } from './stored.ts';

/** A framework or collection. */
export type Root = Pick<FrameworkNode, 'id' | 'kind'> & { readonly node: FrameworkNode };

/**
 * The frameworks and collections that list these competencies, relations or definitions, as the caller may see them.
 *
 * @returns for each id that is listed somewhere, the roots in the order of their ids
 */
export async function rootsListing(
  ctx: ReadContext,
  ids: readonly string[],
  caller: Caller,
): Promise<ReadonlyMap<string, readonly Root[]>> {
  const found = await frameworksListing(createObjectReader(ctx, caller), ids, {
    lists: PART_LISTS,
    isFramework: (object) => kindOf(object) !== null,
    bases: ctx.config.bases,
  });
  const listing = new Map<string, Root[]>();
  for (const { read, lists } of found) {
    const { shortId: id, object, modified } = read;
    const kind = kindOf(object);
    if (kind === null) continue;
    const node = nodeOf(object, id, kind, modified);
    for (const listed of lists) {
      const roots = listing.get(listed) ?? [];
      roots.push({ id, kind, node });
      listing.set(listed, roots);
    }
  }
  return listing;
}

/**
 * The framework that lists an object: where several do, the first by id; null when the caller can read none.
 */
export async function loadFrameworkListing(
  ctx: ReadContext,
  id: string,
  caller: Caller,
): Promise<LoadedFramework | null> {
  const roots = (await rootsListing(ctx, [id], caller)).get(id) ?? [];
  const root = roots.find(({ kind }) => kind === 'framework');
  return root === undefined ? null : loadFramework(ctx, root.id, caller);
}
