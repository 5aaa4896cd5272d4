import { afterEach, beforeEach } from 'vitest';
import type { ObjectStore } from '../object-store.ts';
import type { ObjectStoreHarness } from './harness.ts';

/** A new store for each test of the block in which this is called. */
export function useStore(open: () => Promise<ObjectStoreHarness>): {
  readonly store: () => ObjectStore;
  readonly harness: () => ObjectStoreHarness;
} {
  let current: ObjectStoreHarness | null = null;
  beforeEach(async () => {
    current = await open();
  });
  afterEach(async () => {
    await current?.close();
    current = null;
  });
  const harness = () => {
    if (current === null) throw new Error('There is a store only inside a test.');
    return current;
  };
  return { harness, store: () => harness().store };
}
