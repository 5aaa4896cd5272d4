import type { Bookmark } from '../../shared/store/bookmark.ts';

/** The time limits of a tick. */
export type TickLimits = {
  /** UTC milliseconds after which no work starts. */
  readonly until: number;
  /** Aborted when the tick must end: its time is over, its lease is lost, or the process stops. */
  readonly ended: AbortSignal;
};

export type Tick = TickLimits & {
  /**
   * The progress of this schedule, shared by all processes. Work after the last bookmark is repeated by the next tick. A write fails
   * when another tick has written since: that tick continues the work.
   */
  readonly bookmark: Bookmark;
};

/** Periodic work, done in parts, by one process at a time (specification: Internal event bus). */
export type Schedule = {
  /** Unique; names the lease, the bookmark and log entries. */
  readonly name: string;
  /** Milliseconds from the start of one tick to that of the next. */
  readonly period: number;
  /**
   * Does as much work as its limits allow; the next tick continues. An error is logged and ends this tick only.
   */
  readonly tick: (given: Tick) => Promise<void>;
};
