/** How far a loop came. */
export type Progress = {
  /** All items before this index are done. */
  readonly done: number;
  /** The first error, if any. */
  readonly failure: { readonly error: unknown } | null;
};

/**
 * Does work on the items in their order, at most `limit` at a time, while `mayBegin` holds and nothing has failed. Waits for what
 * has begun.
 */
export async function forEachInOrder<Item>(
  items: readonly Item[],
  limit: number,
  mayBegin: () => boolean,
  work: (item: Item) => Promise<void>,
): Promise<Progress> {
  const done = new Array<boolean>(items.length).fill(false);
  const rest = items.entries();
  let failure: Progress['failure'] = null;

  async function run(): Promise<void> {
    while (failure === null && mayBegin()) {
      const next = rest.next();
      if (next.done) return;
      const [index, item] = next.value;
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
