import type { Head, ObjectStore } from '../store/object-store.ts';
import type { ChangedObject } from './change-feed.ts';
import { changedObject } from './changed-object.ts';
import { createLine } from './line.ts';

/** What was read of the changes at once. */
export type TailPage = {
  readonly objects: readonly (ChangedObject & { readonly head: Head; readonly own: boolean })[];
  /** A cursor behind these. */
  readonly cursor: string;
  /** All that was told before has been purged. */
  readonly purged: boolean;
};

/** Hears of changes in their order. What it throws is reported and keeps nothing from others. */
export type Follower = (page: TailPage) => void;

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
  follow(follower: Follower): Promise<() => void>;
  /** Resolves when all that was written before has been told to those who follow, as far as the store answers. */
  catchUp(): Promise<void>;
  /** Tells everything behind a cursor and then goes on, without a gap and without telling anything twice. */
  followFrom(cursor: string, replay: (page: TailPage) => Promise<void>, follower: Follower): Promise<() => void>;
  /** Ends all reading. */
  close(): void;
};

/** Objects read at once. */
const PAGE = 500;

/** Pages of replays that are read at the same time: each may be large. */
const MAX_REPLAYS = 4;

/** Pages that one look reads at most: others wait for it. */
const MAX_PAGES = 40;

export type TailOptions = {
  readonly store: Pick<ObjectStore, 'changes'>;
  /** Milliseconds between two looks for changes. */
  readonly interval: number;
  readonly report: (error: unknown) => void;
};

/** A tail that has not begun. */
export function createChangeTail({ store, interval, report }: TailOptions): ChangeTail {
  /** With the write ids that a follower was told before it joined, and that are still to be read here. */
  const followers = new Map<Follower, ReadonlySet<string>>();
  let position: string | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let failing = false;
  /** One at a time: looks for changes, and joining. */
  const inTurn = createLine(1);
  const inLine = createLine(MAX_REPLAYS);
  let closed = false;

  async function read(cursor: string | null): Promise<TailPage & { readonly more: boolean }> {
    const { objects, next, more, purged = false } = await store.changes(cursor, PAGE);
    return {
      objects: objects.map(({ head, own }) => Object.assign(changedObject(head), { head, own })),
      cursor: next,
      more,
      purged,
    };
  }

  function tell(page: TailPage): void {
    if (page.objects.length === 0 && !page.purged) return;
    for (const [follower, skip] of followers) {
      const objects = skip.size === 0 ? page.objects : page.objects.filter(({ writeId }) => !skip.has(writeId));
      if (objects.length === 0 && !page.purged) continue;
      try {
        follower({ ...page, objects });
      } catch (error) {
        report(error);
      }
    }
  }

  /** Tells what was written since the last time. Gives whether that was all. */
  async function advance(): Promise<boolean> {
    position ??= (await store.changes(null, PAGE)).next;
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const page = await read(position);
      position = page.cursor;
      tell(page);
      if (page.more) continue;
      for (const follower of followers.keys()) followers.set(follower, NOTHING);
      return true;
    }
    return false;
  }

  function look(): void {
    timer = null;
    inTurn(advance).then(
      () => {
        failing = false;
        rest();
      },
      (error: unknown) => {
        if (!failing && !closed) report(error);
        failing = true;
        rest();
      },
    );
  }

  function rest(): void {
    if (followers.size === 0 || closed) position = null;
    else timer ??= setTimeout(look, interval);
  }

  function join(follower: Follower, skip: ReadonlySet<string>): () => void {
    followers.set(follower, skip);
    rest();
    return () => {
      followers.delete(follower);
      if (followers.size > 0) return;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };
  }

  return {
    follow: (follower) =>
      inTurn(async () => {
        if (followers.size === 0) position = null;
        await advance().catch(report); // the next look tries again
        return join(follower, NOTHING);
      }),

    catchUp: () =>
      inTurn(async () => {
        await advance().catch(report);
      }),

    async followFrom(cursor, replay, follower) {
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
        const leave = await inTurn(async () => {
          if (followers.size === 0) {
            position = from;
            return join(follower, NOTHING);
          }
          // What was read until here is behind the others then. What comes now, they are still to read.
          if (!(await advance())) return null;
          const last = await read(from);
          from = last.cursor;
          if (last.objects.length > 0 || last.purged) follower(last);
          return last.more ? null : join(follower, new Set(last.objects.map(({ writeId }) => writeId)));
        });
        if (leave !== null) return leave;
      }
    },

    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const NOTHING: ReadonlySet<string> = new Set();
