import { isEncryptedValue } from '../../access/kbac-types.ts';
import type { Context } from '../../context.ts';
import type { PublicKey } from '../../crypto/public-key.ts';
import { searchAllStates } from '../../objects/search-all.ts';
import { storedObject } from '../../objects/stored-object.ts';
import { wholeVersions } from '../../objects/whole-versions.ts';
import { parseQuery } from '../../search/parser.ts';
import { parseIndexHint } from '../../search/type-key-filter.ts';
import type { AccessFacts, SearchRequest, StoredVersion } from '../../store/object-store.ts';
import { phrase } from '../load/objects.ts';
import { PERSONS } from '../people/find-people.ts';
import { isPerson, ownerKeys } from '../people/person.ts';

type FindContext = Pick<Context, 'store' | 'config' | 'readKey'>;

/** An object that profiles may be calculated of, and who may read it. */
export type KnownObject = { readonly shortId: string; readonly access: AccessFacts };

/** A person whose key assertions can name. */
export type KnownPerson = KnownObject & { readonly key: PublicKey };

/** Persons, and frameworks, found at a time. */
const PAGE = 50;

const BY_ID: SearchRequest['sort'] = [{ path: '@id', order: 'asc', missing: 'last' }];

/** The service looks itself: for whom something is calculated decides what of it is shown (`caller.ts`). */
const SERVICE: SearchRequest['caller'] = { admin: true, keys: [] };

/** All current frameworks, by short id. They fail as the store does, as everything here. */
export async function knownFrameworks(ctx: FindContext): Promise<readonly KnownObject[]> {
  const found: KnownObject[] = [];
  const query = parseQuery('*', { regex: false });
  const types = parseIndexHint('*framework');
  for await (const hits of searchAllStates(ctx, { query, types, caller: SERVICE, sort: BY_ID, page: PAGE })) {
    for (const { shortId, access } of hits) found.push({ shortId, access });
  }
  return found.sort((a, b) => (a.shortId < b.shortId ? -1 : 1));
}

/** Objects that may be persons, one page after the other, by id. */
export async function personPage(
  { store, config }: FindContext,
  cursor: string | null,
): Promise<{ readonly hits: readonly StoredVersion[]; readonly next: string | null }> {
  const { hits, next } = await store.search({
    query: parseQuery('*', { regex: false }),
    types: parseIndexHint(PERSONS),
    caller: SERVICE,
    sort: BY_ID,
    offset: 0,
    limit: PAGE,
    cursor,
    deadline: config.searchDeadline,
  });
  const whole: StoredVersion[] = [];
  for await (const some of wholeVersions(store, hits)) whole.push(...some);
  return { hits: whole, next };
}

/** The person that is stored there, whose key is that of the first owner; null: there is none, or none with a key. */
export function personIn({ readKey }: FindContext, stored: StoredVersion): KnownPerson | null {
  const object = storedObject(stored);
  if (!isEncryptedValue(object) && !isPerson(object)) return null;
  const [key] = ownerKeys(object, readKey);
  return key === undefined ? null : { shortId: stored.shortId, access: stored.access, key };
}

/** Whether a person is active: their key stands in a current assertion. */
export async function isActive({ store, config }: FindContext, { key }: KnownPerson): Promise<boolean> {
  const { hits } = await store.searchStates({
    query: phrase(null, key.pem),
    types: parseIndexHint('*assertion'),
    caller: SERVICE,
    sort: [],
    offset: 0,
    limit: 1,
    cursor: null,
    deadline: config.searchDeadline,
  });
  return hits.length > 0;
}
