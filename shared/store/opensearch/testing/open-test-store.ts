import { type JsonObject, parseJson } from '../../../linked-data/json.ts';
import type { SearchDocument } from '../../../search/document.ts';
import { searchFields } from '../../../search/fields.ts';
import type { StoredVersion } from '../../object-store.ts';
import { type OpenSearchStore, type OpenSearchStoreOptions, openOpenSearchStore } from '../open.ts';
import type { RebuildTiming } from '../replacement.ts';
import type { OpenSearchTransport } from '../transport.ts';

/** Rebuilds of the tests wait for others as long as tests can. */
export const QUICK: RebuildTiming = { freshness: 100, lease: 500 };

/** A store over indices with this beginning, for objects that the contract's `makeWrite` makes. */
export function openTestStore(
  transport: OpenSearchTransport,
  prefix: string,
  clock: () => number = Date.now,
  more: Partial<OpenSearchStoreOptions> = {},
): Promise<OpenSearchStore> {
  const options = { transport, prefix, clock, shards: 1, replicas: 0, describe, patience: 20_000, timing: QUICK };
  return openOpenSearchStore({ ...options, ...more });
}

/** The search copy that the writes of the tests have, as far as an object tells. */
function describe({ text, access }: StoredVersion): SearchDocument {
  const visibleTo = access.hidden ? [...new Set([...access.owners, ...access.readers])] : null;
  const fields = searchFields(parseJson(text, 'A stored object') as JsonObject); // the tests write nothing else
  return { typeKey: 'example.org.thing', visibleTo, participants: [], fields };
}
