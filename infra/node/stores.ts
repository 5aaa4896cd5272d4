import type { Context } from '../../shared/context.ts';
import type { LargeObjects } from '../../shared/objects/large-objects.ts';
import type { KeyValueStore } from '../../shared/store/key-value-store.ts';
import type { ObjectStore } from '../../shared/store/object-store.ts';
import type { CopyLarge } from '../../shared/store/opensearch/publish/search-entry.ts';
import type { WaitListener } from '../../shared/threads/thread-pool.ts';

/** The stores of a process. */
export type Stores = {
  readonly objects: ObjectStore;
  readonly keyValues: KeyValueStore;
  close(): Promise<void>;
};

/** Dependencies of stores on the process. */
export type StoreContext = Pick<Context, 'logger' | 'now' | 'readKey'> & {
  readonly large?: LargeObjects;
  readonly copyLarge?: CopyLarge;
  /** Counts searches of the embedded store that wait for a thread. */
  readonly onWaiting?: WaitListener;
};
