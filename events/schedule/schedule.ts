import type { Bookmark } from '../../shared/store/bookmark.ts';

/** What a tick has to keep to. */
export type TickLimits = {
  /** UTC milliseconds after which nothing is begun any more. */
  readonly until: number;
  /** Aborted when the tick has to come to its end: the time is over, its lease is lost, or the process stops. */
  readonly ended: AbortSignal;
};

/** What a tick is given. */
export type Tick = TickLimits & {
  /**
   * Where the last tick of this schedule left off, in whatever process. What a tick does not write is done again by the next one; what
   * is not written because another tick has come first is that one's.
   */
  readonly bookmark: Bookmark;
};

/** Work that is done again and again, a part at a time, by one process at a time (specification: Internal event bus). */
export type Schedule = {
  /** Unlike that of every other schedule; for the lease, the bookmark and the log. */
  readonly name: string;
  /** Milliseconds from the begin of one tick to that of the next. */
  readonly period: number;
  /**
   * Does what there is to do, or as much of it as its limits allow: the next tick goes on from there. What it throws is logged,
   * and ends this tick alone.
   */
  readonly tick: (given: Tick) => Promise<void>;
};
