/** Collects concurrent items and processes them together, one round after the other. */
export type Batcher<Item, Result> = {
  /** Resolves with the result of the item when its round is done; rejects when its round failed. */
  add(item: Item): Promise<Result>;
};

export type BatcherOptions<Item, Result> = {
  /** Processes a round. Returns a result for each item, in order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items that share a name are never in one round, and keep their order. */
  readonly namesOf: (item: Item) => Iterable<string>;
  /** The size of an item in UTF-16 code units of the request. */
  readonly sizeOf: (item: Item) => number;
  /**
   * How long a round waits for a further item (at most a third of the duration of the last round) while it has fewer items than the last
   * one: if the cost of a round does not depend on the number of its items, one large round serves all callers sooner than two small
   * ones. In total it waits at most as long as the last round took. Default: 0.
   */
  readonly maxWaitMs?: number;
};

/** Limits of a round. */
const MAX_ITEMS = 500;
const MAX_SIZE = 4_000_000;

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
};

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  let queue: Waiting<Item, Result>[] = [];
  let running = false;
  /** Number of items in the last round, plus those that arrived while it ran: a single caller never waits. */
  let expected = 0;
  let lastDurationMs = 0;
  let onExpected: (() => void) | null = null;

  async function run(): Promise<void> {
    await Promise.resolve(); // callers that continue in this tick join
    while (queue.length > 0) {
      await waitForExpected();
      const round = takeRound();
      const start = performance.now();
      await runRound(round);
      lastDurationMs = performance.now() - start;
      expected = Math.min(round.length + queue.length, MAX_ITEMS);
    }
    running = false;
  }

  /** Waits in steps until none arrives during a step. */
  async function waitForExpected(): Promise<void> {
    const stepMs = Math.min(options.maxWaitMs ?? 0, lastDurationMs / 3);
    if (stepMs === 0) return;
    const until = performance.now() + lastDurationMs;
    for (let before = 0; queue.length < expected && queue.length > before && performance.now() < until; ) {
      before = queue.length;
      await waitStep(stepMs);
    }
  }

  async function waitStep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      onExpected = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    onExpected = null;
  }

  function takeRound(): Waiting<Item, Result>[] {
    const round: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    const names = new Set<string>();
    let room = MAX_SIZE;
    let end = queue.length;
    for (const [index, waiting] of queue.entries()) {
      if (round.length >= MAX_ITEMS || (room <= 0 && round.length > 0)) {
        end = index;
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
    queue = rest.concat(queue.slice(end));
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
        if (queue.length >= expected) onExpected?.();
        if (running) return;
        running = true;
        void run();
      });
    },
  };
}
