import type { Config } from '../../base/config/config.ts';
import type { Context } from '../../repository/context.ts';
import { anyOf, phrase } from '../../repository/search/phrase-queries.ts';
import { parseIndexHint } from '../../repository/search/type-key-filter.ts';
import type { HeadState, SearchRequest } from '../../repository/store/object-store.ts';
import { PRIVATE_DRAFT } from './described.ts';

/** Frameworks, concept schemes, and what they consist of. */
export const LISTED_TYPES = '*.framework,*.competency,*.conceptscheme,*.concept';

/** No key is proved: objects with readers, and encrypted ones, are not found. */
const PUBLIC: SearchRequest['caller'] = { admin: false, keys: [] };

/** A page of a search for what everyone may read, apart from private drafts. */
export async function publicPage(
  { store, config }: Pick<Context, 'store' | 'config'>,
  { types, ...rest }: Pick<SearchRequest, 'sort' | 'limit' | 'cursor'> & { readonly types: string },
): Promise<{ readonly hits: readonly HeadState[]; readonly next: string | null }> {
  const drafts = ['case:adoptionStatus', 'adoptionStatus'].map((path) => phrase(path, PRIVATE_DRAFT));
  const page = await store.searchStates({
    ...rest,
    query: { ...anyOf([]), mustNot: drafts },
    types: parseIndexHint(types),
    caller: PUBLIC,
    offset: 0,
    timeoutMs: config.searchDeadline,
  });
  return { ...page, hits: page.hits.filter(({ access, deleted }) => !access.hidden && !deleted) };
}

/** The address of the service for others, without a slash at its end. */
export function siteOf({ bases }: Pick<Config, 'bases'>): string {
  return bases[0].replace(/\/api\/$/, '');
}
