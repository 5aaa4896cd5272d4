import type { Context } from '../../shared/repository/context.ts';
import type { ReadContext } from '../../shared/repository/frameworks/object-reader.ts';
import type { ChangePage } from '../../shared/repository/store/object-store.ts';
import { isIn, type Range } from './datestamps.ts';
import type { Format } from './formats.ts';
import { type Item, itemsOf } from './items.ts';
import { packageItems } from './packages.ts';
import { type Entry, entriesOf } from './records.ts';
import type { Selection } from './sets.ts';

export type WalkContext = ReadContext & Pick<Context, 'store' | 'config' | 'now'>;

/** Which items a list has. */
export type Wanted = {
  readonly format: Format;
  readonly range: Range;
  readonly selection: Selection;
  /** Alignments are looked up too. */
  readonly isWhole: boolean;
};

/** Changes that are read at a time: usually, behind a page that had nothing, and to see whether a list has more. */
const CHANGES_AT_ONCE = { usual: 200, empty: 1_000, ahead: 64 };

/** A page of changes. */
export function changesAfter(
  { store }: WalkContext,
  cursor: string,
  size: keyof typeof CHANGES_AT_ONCE,
): Promise<ChangePage> {
  return store.changes(cursor, CHANGES_AT_ONCE[size]);
}

/** The entries of a page of changes. */
export async function* entriesIn(ctx: WalkContext, wanted: Wanted, page: ChangePage): AsyncGenerator<Entry> {
  const { selection, isWhole } = wanted;
  for await (const items of candidatesIn(ctx, wanted, page)) yield* await entriesOf(ctx, items, selection, isWhole);
}

/**
 * Where a list continues: before the next page of changes with an entry. So the last part of a list is known to be the last.
 *
 * @param deadline UTC milliseconds; after it, the list may turn out to have ended
 * @returns a cursor of the store; null at the end of the list
 */
export async function nextPosition(
  ctx: WalkContext,
  wanted: Wanted,
  { next, more }: ChangePage,
  deadline: number,
): Promise<string | null> {
  let cursor = next;
  for (let isMore = more; isMore; ) {
    const page = await changesAfter(ctx, cursor, cursor === next ? 'ahead' : 'empty');
    if (await hasEntry(ctx, wanted, page)) return cursor;
    cursor = page.next;
    isMore = page.more;
    if (ctx.now() > deadline && isMore) return cursor;
  }
  return null;
}

async function hasEntry(ctx: WalkContext, wanted: Wanted, page: ChangePage): Promise<boolean> {
  const { selection } = wanted;
  for await (const items of candidatesIn(ctx, wanted, page)) {
    if (items.length === 0) continue;
    if (selection.has === null || (await entriesOf(ctx, items, selection, false)).length > 0) return true;
  }
  return false;
}

async function* candidatesIn(
  ctx: WalkContext,
  { format, range, selection }: Wanted,
  { objects }: ChangePage,
): AsyncGenerator<readonly Item[]> {
  const isCandidate = (item: Item): boolean =>
    isIn(range, item.changed) && format.isFor(item) && selection.mayHave(item);
  if (format.prefix !== 'case') yield (await itemsOf(ctx, objects)).filter(isCandidate);
  else for await (const item of packageItems(ctx, objects)) yield [item].filter(isCandidate);
}
