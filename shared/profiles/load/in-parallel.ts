import type { Maybe } from './at-once.ts';
import { turn } from './turn.ts';

/** Items after which others get a turn, even where no work had to wait. */
const ITEMS_PER_TURN = 1000;

/**
 * Does the same with every item, a bounded number of them at a time, and lets others have the thread now and then.
 *
 * @returns the results in the order of the items
 * @throws what the first failing work threw; no further item is begun then
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Maybe<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  const rest = items.entries();
  let failed = false;

  async function run(): Promise<void> {
    for (const [index, item] of rest) {
      if (failed) return;
      const result = work(item);
      results[index] = result instanceof Promise ? await result : result;
      if (index % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await turn();
    }
  }

  const runners = Array.from({ length: Math.min(limit, items.length) }, () =>
    run().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  await Promise.all(runners);
  return results;
}

/** The items in groups of at most `size`, in their order. */
export function inSlices<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const slices: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += size) slices.push(items.slice(start, start + size));
  return slices;
}
