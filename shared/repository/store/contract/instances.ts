import type { KeyValueStore } from '../key-value-store.ts';
import type { ObjectStore } from '../object-store.ts';
import type { KeyValueStoreHarness, ObjectStoreHarness } from './harness.ts';
import { plannedWrites } from './planned-writes.ts';

/** The stores of one process, closed together. */
export type Instance = {
  readonly objects: ObjectStore;
  readonly keyValues: KeyValueStore;
  close(): Promise<void>;
};

/** Instances over the same data, as several processes have them. */
export type Instances = {
  readonly first: Instance;
  /** One more, closed with the others. */
  open(): Promise<Instance>;
  closeAll(): Promise<void>;
  /** Closes all and opens one again. */
  reopen(): Promise<Instance>;
  /** Closes all but the one that was opened last. */
  keepOne(): Promise<Instance>;
  /** Closes all and removes the data. */
  close(): Promise<void>;
};

/**
 * Opens the first instance over new data.
 *
 * @param openOne opens an instance over that data
 * @param removeData is called when all instances are closed
 */
export async function openInstances(
  openOne: () => Promise<Instance>,
  removeData: () => Promise<void>,
): Promise<Instances> {
  let opened: Instance[] = [];
  const open = async () => {
    const instance = await openOne();
    opened.push(instance);
    return instance;
  };
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((instance) => instance.close()));
  };
  return {
    first: await open(),
    open,
    closeAll,
    reopen: async () => {
      await closeAll();
      return open();
    },
    keepOne: async () => {
      const last = opened.pop() ?? (await openOne());
      await closeAll();
      opened = [last];
      return last;
    },
    close: async () => {
      await closeAll();
      await removeData();
    },
  };
}

/** Acknowledged writes after which a process that does the planned ones is in the middle of them. */
export const ENOUGH_WRITES = 120;

/**
 * The common part of an object store's harness on every engine.
 *
 * @param emptied removes all objects, and returns the one instance that is open then
 * @param writeUntilKilled has a process do the planned writes over the same data, kills it in the middle, and gives how many
 *   of them it had acknowledged
 */
export function objectHarness(
  { first, open, closeAll, reopen, close }: Instances,
  emptied: () => Promise<Instance>,
  writeUntilKilled: () => Promise<number>,
): ObjectStoreHarness {
  let { objects: store } = first;
  return {
    get store() {
      return store;
    },
    async empty() {
      ({ objects: store } = await emptied());
    },
    another: async () => (await open()).objects,
    reopen: async () => (await reopen()).objects,
    close,
    async crash() {
      await closeAll();
      const asked = plannedWrites();
      const count = await writeUntilKilled();
      return { store: (await open()).objects, acknowledged: asked.slice(0, count), asked };
    },
  };
}

/**
 * The harness of a key-value store.
 *
 * @param open opens instances over new data, all with this clock
 * @param emptied removes all entries, and returns the one instance that is open then
 */
export async function openKeyValueHarness(
  open: (clock: () => number) => Promise<Instances>,
  emptied: (instances: Instances) => Promise<Instance>,
): Promise<KeyValueStoreHarness> {
  let ahead = 0;
  const instances = await open(() => Date.now() + ahead);
  let { keyValues: store } = instances.first;
  return {
    get store() {
      return store;
    },
    async empty() {
      ahead = 0;
      ({ keyValues: store } = await emptied(instances));
    },
    another: async () => (await instances.open()).keyValues,
    reopen: async () => (await instances.reopen()).keyValues,
    close: instances.close,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}
