import type { PublicKey } from '../../base/crypto/public-key.ts';
import { isEncryptedValue } from '../../repository/access/kbac-types.ts';
import type { AccessFacts } from '../../repository/access/permissions.ts';
import type { Context } from '../../repository/context.ts';
import { BY_ID, searchAllStates } from '../../repository/objects/search.ts';
import { storedObject, wholeVersions } from '../../repository/objects/stored-versions.ts';
import { parseQuery } from '../../repository/search/parser.ts';
import { phrase } from '../../repository/search/phrase-queries.ts';
import { parseIndexHint } from '../../repository/search/type-key-filter.ts';
import type { SearchRequest, StoredVersion } from '../../repository/store/object-store.ts';
import { PERSONS } from '../learners/find-people.ts';
import { isPerson, ownerKeys } from '../learners/person.ts';

type FindContext = Pick<Context, 'store' | 'config' | 'readKey'>;

/** A framework or person, and its access lists. */
export type FoundObject = { readonly shortId: string; readonly access: AccessFacts };

/** A person, with the key that assertions contain. */
export type FoundPerson = FoundObject & { readonly key: PublicKey };

const PAGE_SIZE = 50;

/** The service searches with its own rights; each profile is calculated with the rights of its caller. */
const SERVICE: SearchRequest['caller'] = { admin: true, keys: [] };

/** All current frameworks, by short id. */
export async function findFrameworks(ctx: FindContext): Promise<readonly FoundObject[]> {
  const found: FoundObject[] = [];
  const query = parseQuery('*', { regex: false });
  const types = parseIndexHint('*framework');
  for await (const hits of searchAllStates(ctx, { query, types, caller: SERVICE, sort: BY_ID, page: PAGE_SIZE })) {
    for (const { shortId, access } of hits) found.push({ shortId, access });
  }
  return found.sort((a, b) => (a.shortId < b.shortId ? -1 : 1));
}

/** A page of objects that may be persons, by id. */
export async function findPersons(
  { store, config }: FindContext,
  cursor: string | null,
): Promise<{ readonly hits: readonly StoredVersion[]; readonly next: string | null }> {
  const { hits, next } = await store.search({
    query: parseQuery('*', { regex: false }),
    types: parseIndexHint(PERSONS),
    caller: SERVICE,
    sort: BY_ID,
    offset: 0,
    limit: PAGE_SIZE,
    cursor,
    timeoutMs: config.searchDeadline,
  });
  const whole: StoredVersion[] = [];
  for await (const some of wholeVersions(store, hits)) whole.push(...some);
  return { hits: whole, next };
}

/** The person in an object, with the key of the first owner; null for other objects and without a key. */
export function personIn({ readKey }: FindContext, stored: StoredVersion): FoundPerson | null {
  const object = storedObject(stored);
  if (!isEncryptedValue(object) && !isPerson(object)) return null;
  const [key] = ownerKeys(object, readKey);
  return key === undefined ? null : { shortId: stored.shortId, access: stored.access, key };
}

/** Whether the person's key is in a current assertion. */
export async function isActive({ store, config }: FindContext, { key }: FoundPerson): Promise<boolean> {
  const { hits } = await store.searchStates({
    query: phrase(null, key.pem),
    types: parseIndexHint('*assertion'),
    caller: SERVICE,
    sort: [],
    offset: 0,
    limit: 1,
    cursor: null,
    timeoutMs: config.searchDeadline,
  });
  return hits.length > 0;
}
