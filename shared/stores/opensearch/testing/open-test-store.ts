import { describeStored } from '../../../repository/store/contract/fixtures.ts';
import type { OpenSearchTransport } from '../engine/transport.ts';
import { type OpenSearchStore, type OpenSearchStoreOptions, openOpenSearchStore } from '../open.ts';
import type { RebuildTiming } from '../rebuild/replacement.ts';

/** Short times, since tests wait for rebuilds. */
export const QUICK: RebuildTiming = { freshness: 100, lease: 500 };

/** A store over indices with this prefix, for objects that the contract's `makeWrite` makes. */
export function openTestStore(
  transport: OpenSearchTransport,
  prefix: string,
  clock: () => number = Date.now,
  more: Partial<OpenSearchStoreOptions> = {},
): Promise<OpenSearchStore> {
  const options = { transport, prefix, clock, shards: 1, replicas: 0, startTimeoutMs: 20_000, timing: QUICK };
  return openOpenSearchStore({ ...options, describe: describeStored, ...more });
}
