import { type JsonObject, parseJson } from '../../../linked-data/json.ts';
import type { SearchDocument } from '../../../search/document.ts';
import { searchFields } from '../../../search/fields.ts';
import type { StoredVersion } from '../../object-store.ts';
import { type OpenSearchStore, openOpenSearchStore } from '../open.ts';
import type { OpenSearchTransport } from '../transport.ts';

/** A store over indices with this beginning, for objects that the contract's `makeWrite` makes. */
export function openTestStore(
  transport: OpenSearchTransport,
  prefix: string,
  clock: () => number = Date.now,
): Promise<OpenSearchStore> {
  return openOpenSearchStore({ transport, prefix, clock, shards: 1, replicas: 0, describe, patience: 20_000 });
}

/** The search copy that the writes of the tests have, as far as an object tells. */
function describe({ text, access }: StoredVersion): SearchDocument {
  const visibleTo = access.hidden ? [...new Set([...access.owners, ...access.readers])] : null;
  const fields = searchFields(parseJson(text, 'A stored object') as JsonObject); // the tests write nothing else
  return { typeKey: 'example.org.thing', visibleTo, participants: [], fields };
}
