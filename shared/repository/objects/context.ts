import type { KeyedQueue } from '../../base/concurrency/keyed-queue.ts';
import type { MemoryBudget } from '../../base/concurrency/memory-budget.ts';
import type { Config } from '../../base/config/config.ts';
import type { ReadKey } from '../../base/crypto/public-key.ts';
import type { Logger } from '../../base/telemetry/logger.ts';
import type { Forwarding } from '../access/forwarding.ts';
import type { ObjectStore } from '../store/object-store.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { LargeObjects } from './large-objects.ts';
import type { WriteObserver } from './write-observer.ts';

/** Dependencies of operations on objects. */
export type ObjectContext = {
  readonly config: Config;
  readonly store: ObjectStore;
  /** Which keys lead to which others. */
  readonly forwarding: Forwarding;
  /** Reads PEM public keys and caches them. */
  readonly readKey: ReadKey;
  readonly changes: ChangeFeed;
  /** Called at every write. */
  readonly observers: readonly WriteObserver[];
  /** Processes large objects without holding up other requests. */
  readonly large: LargeObjects;
  /** Limits what large requests and answers hold at once. */
  readonly memory: MemoryBudget;
  /** Writes of one object by this process wait for each other, which saves them the conflicts in the store. */
  readonly writeQueue: KeyedQueue;
  readonly logger: Logger;
  /** UTC milliseconds. */
  readonly now: () => number;
};
