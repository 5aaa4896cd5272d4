import { describe } from 'vitest';
import type { ObjectStoreHarness } from './harness.ts';
import { describeChanges } from './object-store-changes.contract.ts';
import { describeFaults } from './object-store-faults.contract.ts';
import { describeLarge } from './object-store-large.contract.ts';
import { describeMoving } from './object-store-moving.contract.ts';
import { describePaging } from './object-store-paging.contract.ts';
import { describeRebuild } from './object-store-rebuild.contract.ts';
import { describeRecent } from './object-store-recent.contract.ts';
import { describeResolve } from './object-store-resolve.contract.ts';
import { describeRestore } from './object-store-restore.contract.ts';
import { describeSearch } from './object-store-search.contract.ts';
import { describeTexts } from './object-store-texts.contract.ts';
import { describeTrail } from './object-store-trail.contract.ts';
import { describeVectors } from './object-store-vectors.contract.ts';
import { describeVisibility } from './object-store-visibility.contract.ts';
import { describeWrites } from './object-store-writes.contract.ts';

/** The parts of the contract. */
const GROUPS = {
  writes: describeWrites,
  large: describeLarge,
  search: describeSearch,
  visibility: describeVisibility,
  paging: describePaging,
  faults: describeFaults,
  moving: describeMoving,
  restore: describeRestore,
  resolve: describeResolve,
  rebuild: describeRebuild,
  recent: describeRecent,
  changes: describeChanges,
  texts: describeTexts,
  trail: describeTrail,
  vectors: describeVectors,
} as const;

export type ContractGroup = keyof typeof GROUPS;

/**
 * The contract of every `ObjectStore`: the invariants I1 to I12 as far as the store is concerned.
 *
 * @param open returns a new, empty store for each test
 * @param isWanted which parts to run: a store on a slow engine spreads them over files, which run side by side
 */
export function describeObjectStore(
  name: string,
  open: () => Promise<ObjectStoreHarness>,
  isWanted: (group: ContractGroup) => boolean = () => true,
): void {
  describe(`${name}: object store`, () => {
    for (const [group, describeGroup] of Object.entries(GROUPS)) {
      if (isWanted(group as ContractGroup)) describeGroup(open); // a key of GROUPS
    }
  });
}
