import type { ObjectStore } from '../shared/repository/store/object-store.ts';
import type { Connection } from './connections.ts';

/** How far a subscriber has received the changes of the store. */
export type SubscriberPosition = {
  /** Of the store: the subscriber received all that was written before it, and nothing that was written after it. */
  readonly cursor: string;
  /** It still receives what it missed before it connected. */
  readonly isBehind: boolean;
};

export type Subscriber = { readonly connection: Connection; readonly position: SubscriberPosition };

/** The change of a subscriber by a delivery: its position, or its removal. */
export type DeliveryStep = { readonly from: SubscriberPosition; readonly to: SubscriberPosition } | 'gone';

/**
 * The subscribers of a managed channel: each has a position in the changes of the store. All methods throw Problem
 * `store-unavailable` (503).
 */
export interface Subscriptions {
  /**
   * Adds a subscriber. Every call of `all` that any process makes afterwards returns it.
   *
   * @param start cursor of the store after which it missed changes; null: it receives new changes only
   */
  add(connection: Connection, start: string | null): Promise<void>;
  /** Removes a subscriber, if it exists. */
  remove(id: string): Promise<void>;
  /** All that are connected, and some that are gone. */
  all(): Promise<readonly Subscriber[]>;
  has(id: string): Promise<boolean>;
  /**
   * Stores the steps of a delivery to the subscribers that `all` returned before, by id. A step from a position that the subscriber
   * has left does nothing.
   */
  move(steps: ReadonlyMap<string, DeliveryStep>): Promise<void>;
}

/** Number of objects that are read to find the current cursor. */
const PROBE_SIZE = 64;

/** The position of a new subscriber. @param start see {@link Subscriptions.add} */
export async function startPosition(
  store: Pick<ObjectStore, 'changes'>,
  start: string | null,
): Promise<SubscriberPosition> {
  return { cursor: start ?? (await store.changes(null, PROBE_SIZE)).next, isBehind: start !== null };
}
