import type { Change, ChangeFeed } from '../objects/change-feed.ts';

/**
 * What is written down of a change until listeners elsewhere have heard of it: what decides who hears of it, and nothing of
 * the contents. Or, that a listener who was away waits for what it missed.
 */
export type LogEntry =
  | ({ readonly kind: 'change' } & { readonly change: Change })
  | {
      readonly kind: 'replay';
      /** Of the listener's connection. */
      readonly connection: string;
      /** Which part of what it missed is next. */
      readonly step: number;
    };

/**
 * A log outside of the process, read in the order in which it was written, by whoever tells listeners. A change that is
 * published is in the log.
 */
export interface ChangeLog extends ChangeFeed {
  /** Writes down that a listener waits for a part of what it missed. @throws Problem `store-unavailable` (503) */
  askReplay(connection: string, step: number): Promise<void>;

  /**
   * The `writeId` of each object of each change that was written down since a time, UTC milliseconds.
   *
   * @throws Problem `store-unavailable` (503)
   */
  recordedSince(time: number): Promise<ReadonlySet<string>>;
}
