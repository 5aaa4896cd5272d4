import type { Change, ChangeFeed } from '../objects/change-feed.ts';

/**
 * An entry of the log: a change, reduced to what decides which subscribers receive it, without contents; or the request of a
 * subscriber for the next part of what it missed.
 */
export type LogEntry =
  | ({ readonly kind: 'change' } & { readonly change: Change })
  | {
      readonly kind: 'replay';
      /** Id of the subscriber's connection. */
      readonly connection: string;
      /** Number of the part. */
      readonly step: number;
    };

/** A log outside of the process, delivered to subscribers in the order of its entries. A published change is in the log. */
export interface ChangeLog extends ChangeFeed {
  /** Appends the request of a subscriber for a part of what it missed. @throws Problem `store-unavailable` (503) */
  askReplay(connection: string, step: number): Promise<void>;

  /**
   * The `writeId` of each object of each change that was logged since a time, UTC milliseconds.
   *
   * @throws Problem `store-unavailable` (503)
   */
  recordedSince(time: number): Promise<ReadonlySet<string>>;
}
