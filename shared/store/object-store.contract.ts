import { describe } from 'vitest';
import { describeFaults } from './object-store-faults.contract.ts';
import { describePaging } from './object-store-paging.contract.ts';
import { describeSearch } from './object-store-search.contract.ts';
import { describeVisibility } from './object-store-visibility.contract.ts';
import { describeWrites } from './object-store-writes.contract.ts';
import type { ObjectStoreHarness } from './testing/harness.ts';

/**
 * What every `ObjectStore` promises: the invariants I1 to I12 as far as they live in the store.
 *
 * @param open gives a new, empty store for each test
 */
export function describeObjectStore(name: string, open: () => Promise<ObjectStoreHarness>): void {
  describe(`${name}: object store`, () => {
    describeWrites(open);
    describeSearch(open);
    describeVisibility(open);
    describePaging(open);
    describeFaults(open);
  });
}
