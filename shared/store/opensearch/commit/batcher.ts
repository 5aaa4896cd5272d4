/** Gathers what is asked for at the same time, and does it together: one round after the other. */
export type Batcher<Item, Result> = {
  /** Resolves with the item's own result, when its round is done; rejects when its round failed. */
  add(item: Item): Promise<Result>;
};

export type BatcherOptions<Item, Result> = {
  /** Does a round: a result for each item, in order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items of which some name is the same are never in one round, and keep their order. */
  readonly namesOf: (item: Item) => Iterable<string>;
  /** Characters that an item adds to the request. */
  readonly sizeOf: (item: Item) => number;
  /**
   * Milliseconds that a round may wait, and no more than a third of what the last one took, for as many items as were there a
   * moment ago: where a round costs the same however many are in it, one for all is better than two for some. Absent: 0.
   */
  readonly linger?: number;
};

/** A round ends at so many items, or at so many characters. */
const MAX_ITEMS = 500;
const MAX_SIZE = 4_000_000;

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
};

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let working = false;
  /** How many were in the last round, or came while it ran: what a round waits for. A caller alone waits for nobody. */
  let crowd = 0;
  let lasted = 0;
  let crowdIsThere: (() => void) | null = null;

  async function work(): Promise<void> {
    await Promise.resolve(); // callers that go on at this moment come along
    while (queue.length > 0) {
      await gather();
      const round = takeRound();
      const start = performance.now();
      await runRound(round);
      lasted = performance.now() - start;
      crowd = Math.min(round.length + queue.length, MAX_ITEMS);
    }
    working = false;
  }

  async function gather(): Promise<void> {
    const patience = Math.min(options.linger ?? 0, lasted / 3);
    if (patience === 0 || queue.length >= crowd) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      crowdIsThere = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    crowdIsThere = null;
  }

  function takeRound(): Waiting<Item, Result>[] {
    const round: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    const names = new Set<string>();
    let room = MAX_SIZE;
    let looked = queue.length;
    for (const [index, waiting] of queue.entries()) {
      if (round.length >= MAX_ITEMS || (room <= 0 && round.length > 0)) {
        looked = index;
        break;
      }
      const own = [...options.namesOf(waiting.item)];
      if (own.some((name) => names.has(name))) {
        rest.push(waiting);
      } else {
        round.push(waiting);
        room -= options.sizeOf(waiting.item);
      }
      for (const name of own) names.add(name);
    }
    queue = rest.concat(queue.slice(looked));
    return round;
  }

  async function runRound(round: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await options.run(round.map(({ item }) => item));
      for (const [index, { resolve }] of round.entries()) resolve(results[index] as Result); // one for each item
    } catch (error) {
      for (const { reject } of round) reject(error);
    }
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (queue.length >= crowd) crowdIsThere?.();
        if (working) return;
        working = true;
        void work();
      });
    },
  };
}
