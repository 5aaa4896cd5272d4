/**
 * Maps items with at most `limit` calls running at a time.
 *
 * @returns the results in the order of the items
 * @throws the first error of a call; no further call begins after it
 */
export async function mapLimit<Item, Result>(
  items: readonly Item[],
  limit: number,
  map: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Array<Result>(items.length);
  const rest = items.entries();
  let failed = false;

  async function run(): Promise<void> {
    for (const [index, item] of rest) {
      if (failed) return;
      try {
        results[index] = await map(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run));
  return results;
}
