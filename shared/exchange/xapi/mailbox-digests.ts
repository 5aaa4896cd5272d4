import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../repository/access/caller.ts';
import { member } from '../../repository/linked-data/json.ts';
import { items } from '../../repository/linked-data/references.ts';
import type { ObjectContext } from '../../repository/objects/context.ts';
import { isReadable } from '../../repository/objects/present.ts';
import { searchAll, searcher } from '../../repository/objects/search.ts';
import { storedObject, wholeVersions } from '../../repository/objects/stored-versions.ts';
import { parseIndexHint } from '../../repository/search/type-key-filter.ts';

const PAGE_SIZE = 200;

/** Time for which digests are cached: a Person may be registered meanwhile, and reading all for each request takes too long. */
const KEPT_MS = 60_000;

/**
 * The e-mail addresses of the Persons here, in lower case, by what statements name them with in place of the address (xAPI 1.0.3, Data,
 * 2.4.2.3: `mbox_sha1sum`).
 */
export function createMailboxDigests(ctx: ObjectContext, caller: Caller): () => Promise<ReadonlyMap<string, string>> {
  const kept = new LRUCache<'digests', Promise<ReadonlyMap<string, string>>>({ max: 1, ttl: KEPT_MS });
  return () => {
    const known = kept.get('digests');
    if (known !== undefined) return known;
    const read = readDigests(ctx, caller);
    kept.set('digests', read);
    read.catch(() => kept.delete('digests'));
    return read;
  };
}

async function readDigests(ctx: ObjectContext, caller: Caller): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  const search = {
    query: { kind: 'exists', field: { pattern: ['email'] } } as const,
    types: parseIndexHint('*.person'),
    caller: searcher(caller),
    page: PAGE_SIZE,
  };
  for await (const page of searchAll(ctx, search)) {
    const readable = page.filter((state) => isReadable(ctx, state, caller));
    for await (const whole of wholeVersions(ctx.store, readable)) {
      for (const email of whole.flatMap((state) => items(member(storedObject(state), 'email')))) {
        if (typeof email === 'string') for (const one of digestsOf(email)) digests.set(...one);
      }
    }
  }
  return digests;
}

/** Senders hash an address as they write it. */
function digestsOf(email: string): readonly [digest: string, address: string][] {
  const written = email.replace(/^mailto:/i, '');
  const address = written.toLowerCase();
  return [...new Set([written, address])].map((one) => [bytesToHex(sha1(utf8ToBytes(`mailto:${one}`))), address]);
}
