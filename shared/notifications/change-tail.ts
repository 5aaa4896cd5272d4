import { coalesce } from '../concurrency/coalesce.ts';
import { createLimiter } from '../concurrency/limiter.ts';
import type { ChangedObject } from '../objects/change-feed.ts';
import { changedObject } from '../objects/changed-object.ts';
import type { ObjectStore } from '../store/object-store.ts';

/** What was read of the changes at once. */
export type TailPage = {
  readonly objects: readonly (ChangedObject & { readonly own: boolean })[];
  /** A cursor behind these. */
  readonly cursor: string;
};

/** Hears of changes in their order. What it throws is reported and keeps nothing from others. */
export type Subscriber = (page: TailPage) => void;

/**
 * Follows the changes in the store, whichever instance wrote them: one reader for all who want to hear of them, that rests while
 * nobody does.
 */
export type ChangeTail = {
  /**
   * Tells all that is written from now on.
   *
   * @returns a function that ends it
   */
  follow(subscriber: Subscriber): Promise<() => void>;
  /**
   * Resolves when all that was written before has been told to those who follow, as far as the store answers. Many who ask at the
   * same time cost the store no more than two looks do.
   */
  catchUp(): Promise<void>;
  /** Tells everything behind a cursor and then goes on, without a gap and without telling anything twice. */
  followFrom(cursor: string, replay: (page: TailPage) => Promise<void>, subscriber: Subscriber): Promise<() => void>;
  /** Ends all reading. */
  close(): void;
};

/** Objects read at once. */
const PAGE = 500;

/** Pages of replays that are read at the same time: each may be large. */
const MAX_REPLAYS = 4;

/** Pages that one look reads at most: others wait for it. */
const MAX_PAGES = 40;

/** Subscriptions that join at the same time: others wait for them. */
const JOIN_AT_ONCE = 100;

/** What became of joining: it has to go on reading from there, or follows. */
type Joined = { readonly from: string } | { readonly leave: () => void };

export type TailOptions = {
  readonly store: Pick<ObjectStore, 'changes'>;
  /** Milliseconds between two looks for changes. */
  readonly interval: number;
  readonly report: (error: unknown) => void;
};

/** A tail that has not begun. */
export function createChangeTail({ store, interval, report }: TailOptions): ChangeTail {
  /** With the write ids that a subscriber was told before it joined, and that are still to be read here. */
  const subscribers = new Map<Subscriber, ReadonlySet<string>>();
  /** Who has read to the end, and until where. */
  const ready = new Map<Subscriber, string>();
  let position: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let failing = false;
  /** One at a time: looks for changes, and joining. */
  const inTurn = createLimiter(1);
  const inLine = createLimiter(MAX_REPLAYS);
  let closed = false;

  async function read(cursor: string | null): Promise<TailPage & { readonly more: boolean }> {
    const { objects, next, more } = await store.changes(cursor, PAGE);
    return {
      objects: objects.map(({ head, own }) => Object.assign(changedObject(head), { own })),
      cursor: next,
      more,
    };
  }

  function tell(page: TailPage): void {
    if (page.objects.length === 0) return;
    for (const [subscriber, skip] of subscribers) {
      const objects = skip.size === 0 ? page.objects : page.objects.filter(({ writeId }) => !skip.has(writeId));
      if (objects.length === 0) continue;
      try {
        subscriber({ ...page, objects });
      } catch (error) {
        report(error);
      }
    }
  }

  /** Tells what was written since the last time, in turn. Gives whether that was all. */
  async function advance(): Promise<boolean> {
    position ??= (await store.changes(null, PAGE)).next;
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page = await read(position);
      position = page.cursor;
      tell(page);
      if (page.more) continue;
      for (const subscriber of subscribers.keys()) subscribers.set(subscriber, NOTHING);
      return true;
    }
    return false;
  }

  /** For all who ask before it begins. Gives whether that was all, as far as the store answers; that it does not is reported once. */
  const look = coalesce(inTurn, async () => {
    try {
      const all = await advance();
      failing = false;
      return all;
    } catch (error) {
      if (!failing && !closed) report(error);
      failing = true;
      return true;
    }
  });

  function rest(): void {
    if (subscribers.size === 0 || closed) position = null;
    else timer ??= setTimeout(lookAgain, interval);
  }

  function lookAgain(): void {
    timer = null;
    void look().then(rest);
  }

  function join(subscriber: Subscriber, skip: ReadonlySet<string>): () => void {
    subscribers.set(subscriber, skip);
    rest();
    return () => {
      subscribers.delete(subscriber);
      if (subscribers.size > 0) return;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
  }

  /** Lets some of those in who have read to the end. What comes after that they are still to read, unless others are told it. */
  const joinReady = coalesce(inTurn, async () => {
    const group = [...ready].slice(0, JOIN_AT_ONCE);
    for (const [subscriber] of group) ready.delete(subscriber);
    if (subscribers.size === 0) position = null;
    const all = await advance(); // now nothing that they have read is before the others any more
    const joining = group.map(([subscriber, from]): [Subscriber, Promise<Joined>] => {
      return [subscriber, all ? inLine(() => joinFrom(from, subscriber)) : Promise.resolve({ from })];
    });
    await Promise.allSettled(joining.map(([, joined]) => joined));
    return new Map(joining);
  });

  async function joinFrom(from: string, subscriber: Subscriber): Promise<Joined> {
    const last = await read(from);
    if (last.objects.length > 0) subscriber(last);
    if (last.more) return { from: last.cursor };
    return { leave: join(subscriber, new Set(last.objects.map(({ writeId }) => writeId))) };
  }

  async function joinBehind(from: string, subscriber: Subscriber): Promise<Joined> {
    ready.set(subscriber, from);
    try {
      for (;;) {
        const joined = (await joinReady()).get(subscriber);
        if (joined !== undefined) return await joined;
      }
    } finally {
      ready.delete(subscriber);
    }
  }

  return {
    follow: (subscriber) =>
      inTurn(async () => {
        if (subscribers.size === 0) position = null;
        await advance().catch(report); // the next look tries again
        return join(subscriber, NOTHING);
      }),

    async catchUp() {
      while (!(await look()));
    },

    async followFrom(cursor, replay, subscriber) {
      let from = cursor;
      for (;;) {
        const step = await inLine(async () => {
          const page = await read(from);
          // Only what the listener makes of the page is kept while that is on its way.
          return { told: replay(page), next: page.cursor, more: page.more };
        });
        await step.told;
        from = step.next;
        if (step.more) continue;
        const joined = await joinBehind(from, subscriber);
        if ('leave' in joined) return joined.leave;
        from = joined.from;
      }
    },

    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const NOTHING: ReadonlySet<string> = new Set();
