import { type Caller, faultOf } from '../../repository/access/caller.ts';
import type { Context } from '../../repository/context.ts';
import type { ObjectContext } from '../../repository/objects/context.ts';
import { isReadable } from '../../repository/objects/present.ts';
import { searcher } from '../../repository/objects/search.ts';
import type { TypeKeyFilter } from '../../repository/search/syntax-tree.ts';
import type { HeadState } from '../../repository/store/object-store.ts';

/** Current objects of some types, as far as a caller may read them. */
export type Selection = {
  /** Null: of all types. */
  readonly types: TypeKeyFilter | null;
  readonly caller: Caller;
};

/** A page of a selection. */
export type ObjectPage = {
  /** They belong to the consumer, which may empty the list. */
  readonly states: HeadState[];
  /** Cursor of the following page; null on the last page. */
  readonly next: string | null;
};

/** Objects that are read at a time: as many as a search of the store returns without much memory. */
export const PAGE_SIZE = 1000;

/**
 * A page of a selection, the newest objects first. The order is that of creation, which never changes: an object that is there, and
 * that the caller may read, from the first page to the last is on exactly one of them, whatever else is written in between.
 *
 * @param cursor `next` of the page before; null: the first page
 * @throws Problem `store-unavailable`, `search-timeout` (503), `invalid-parameter` (400) for a cursor of another selection, or the fault
 *   of the caller's sheet when no entry of it is valid: a shorter list would look complete
 */
export async function readablePage(
  ctx: Pick<ObjectContext, 'store' | 'config' | 'logger'>,
  { types, caller }: Selection,
  cursor: string | null,
  limit: number = PAGE_SIZE,
): Promise<ObjectPage> {
  const fault = faultOf(caller);
  if (fault !== null) throw fault;
  const { hits, next } = await ctx.store.search({
    query: { kind: 'all' },
    types,
    caller: searcher(caller),
    sort: [],
    offset: 0,
    limit,
    cursor,
    timeoutMs: ctx.config.searchDeadline,
  });
  return { states: hits.filter((hit) => isReadable(ctx, hit, caller)), next };
}

/** The states of a page, and of all that follow it, page by page, each read when it is asked for. @throws as {@link readablePage} */
export async function* readableFrom(
  ctx: Parameters<typeof readablePage>[0],
  selection: Selection,
  first: ObjectPage,
): AsyncGenerator<HeadState[], undefined> {
  let { states, next } = first;
  while (true) {
    yield states;
    if (next === null) return;
    ({ states, next } = await readablePage(ctx, selection, next));
  }
}

/**
 * A position in the changes that is followed by all that what is read from now on may lack. It is not the present one: a write that is
 * not acknowledged yet may have a place among the changes before searches find it, and a store of several instances goes back by the
 * time that this takes.
 */
export function positionBefore({ store, now }: Pick<Context, 'store' | 'now'>): Promise<string> {
  return store.changesSince(now());
}
