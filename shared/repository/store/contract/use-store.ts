import { afterAll, afterEach, beforeEach } from 'vitest';
import type { ObjectStore } from '../object-store.ts';
import type { ObjectStoreHarness } from './harness.ts';

/** The common part of all store harnesses. */
type Harness = { empty(): Promise<void>; close(): Promise<void> };

/**
 * One store for all tests of the block in which this is called, emptied before each but the first. After an emptying that
 * failed a new one is opened, so that a broken store does not fail all tests after it.
 */
export function useSharedHarness<T extends Harness>(open: () => Promise<T>): () => T {
  let current: T | null = null;
  beforeEach(async () => {
    const used = current;
    current = null;
    if (used === null) {
      current = await open();
      return;
    }
    try {
      await used.empty();
      current = used;
    } catch (error) {
      await used.close().catch(() => undefined);
      throw error;
    }
  });
  afterAll(() => current?.close());
  return () => {
    if (current === null) throw new Error('There is a store only inside a test.');
    return current;
  };
}

/**
 * As `useStore`, with one store for all tests of the block, emptied between them: for parts of the contract that speak of
 * objects. What indices, files and processes go through has a new store for each test.
 */
export function useSharedStore(open: () => Promise<ObjectStoreHarness>): ReturnType<typeof useStore> {
  const harness = useSharedHarness(open);
  return { harness, store: () => harness().store };
}

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
