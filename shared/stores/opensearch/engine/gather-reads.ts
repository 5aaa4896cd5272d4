/** Reads a list of items. Returns a result for each, in order. */
export type DocumentRead<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/** Maximum number of items in one combined call: 32 saves. A longer list, as a batch has, is read alone. */
const MAX_ITEMS = 64;

/** How long reads wait for a call in flight: a slow call must not delay other reads. */
const MAX_WAIT_MS = 3;

type Waiting<Item, Result> = {
  readonly items: readonly Item[];
  readonly resolve: (results: readonly Result[]) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * Combines reads that are requested while another one is in flight into one call. Each still sees everything that was written
 * before its request, since none is sent earlier. Where a combined call fails, each read is tried alone.
 *
 * @param read sends one call
 * @param isFinal whether a failure concerns all reads of the call, so that none is tried again
 */
export function gatherReads<Item, Result>(
  read: DocumentRead<Item, Result>,
  isFinal: (error: unknown) => boolean,
): DocumentRead<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let calls = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function work(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    calls += 1;
    await Promise.resolve(); // callers that continue in this tick join
    while (queue.length > 0) await readTogether(take());
    calls -= 1;
  }

  function take(): Waiting<Item, Result>[] {
    let count = 0;
    const end = queue.findIndex(({ items }) => {
      count += items.length;
      return count > MAX_ITEMS;
    });
    const taken = end === -1 ? queue : queue.slice(0, end);
    queue = queue.slice(taken.length);
    return taken;
  }

  async function readTogether(reads: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await read(reads.flatMap(({ items }) => items));
      let from = 0;
      for (const { items, resolve } of reads) {
        resolve(results.slice(from, from + items.length));
        from += items.length;
      }
    } catch (error) {
      for (const one of reads) {
        if (reads.length === 1 || isFinal(error)) one.reject(error);
        else void read(one.items).then(one.resolve, one.reject);
      }
    }
  }

  return (items) => {
    if (items.length > MAX_ITEMS) return read(items);
    return new Promise((resolve, reject) => {
      queue.push({ items, resolve, reject });
      if (calls === 0) void work();
      else timer ??= setTimeout(work, MAX_WAIT_MS);
    });
  };
}
