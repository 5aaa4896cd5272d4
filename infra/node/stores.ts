import type { WaitListener } from '../../shared/base/threads/thread-pool.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { LargeObjects } from '../../shared/repository/objects/large-objects.ts';
import type { KeyValueStore } from '../../shared/repository/store/key-value-store.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { CopyLarge } from '../../shared/stores/opensearch/publish/search-entry.ts';

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
