/** How far work on a list came. */
export type Reached = {
  /** So many of the first items are done; of the others, none that the list goes on with. */
  readonly done: number;
  /** What the first failing work threw, if any did. */
  readonly failure: { readonly error: unknown } | null;
};

/**
 * Does the same with the items in their order, a bounded number of them at a time, as long as it may begin with the next one and
 * none has failed. What was begun is waited for.
 */
export async function inTurn<Item>(
  items: readonly Item[],
  limit: number,
  mayBegin: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<Reached> {
  const done = new Array<boolean>(items.length).fill(false);
  const rest = items.entries();
  let failure: Reached['failure'] = null;

  async function run(): Promise<void> {
    while (failure === null && mayBegin()) {
      const { value, done: over } = rest.next();
      if (over) return;
      const [index, item] = value;
      try {
        await work(item);
        done[index] = true;
      } catch (error) {
        failure ??= { error };
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, run));
  const first = done.indexOf(false);
  return { done: first === -1 ? items.length : first, failure };
}
