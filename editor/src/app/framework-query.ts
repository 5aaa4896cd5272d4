import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { items } from '../../../shared/repository/linked-data/references.ts';
import type { Identity } from '../identity/identity.ts';
import type { ResultPage } from '../service/result-page.ts';
import type { SearchPage } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import { PAGE_SIZE } from './framework-list.ts';

/** A page of the list. `stored`: the objects as they are stored, where these are decrypted. */
export type FrameworkPage = SearchPage & { readonly stored?: readonly JsonObject[] };

/** Whether only its owners and readers can read an object. @param stored as it is stored */
export function isPrivate(stored: JsonObject): boolean {
  return isEncryptedValue(stored) || ['@reader', 'reader'].some((name) => items(member(stored, name)).length > 0);
}

/** The key of the query for the frameworks with these words, which these identities may read. */
export function frameworksKey(words: string, identities: readonly Identity[]): readonly unknown[] {
  return ['frameworks', words, identities.map(({ id }) => id)];
}

/** The address of the second page, with the usual number of frameworks per page. */
function wholePage(address: string): string {
  const url = new URL(address);
  url.searchParams.set('size', String(PAGE_SIZE));
  return url.href;
}

/**
 * Starts the list of frameworks with the public ones. A person with keys may see more: then the list is requested again at once, and an
 * empty one is not shown.
 */
export function knowFirstPage(
  queries: QueryClient,
  { objects, next }: ResultPage,
  service: Service,
  identities: readonly Identity[],
): void {
  const isComplete = identities.length === 0;
  if (objects.length === 0 && !isComplete) return;
  const page: FrameworkPage = {
    objects,
    next: next === null ? null : (signal) => service.searchAt(wholePage(next), signal),
  };
  const data: InfiniteData<FrameworkPage, SearchPage['next']> = { pages: [page], pageParams: [null] };
  queries.setQueryData(frameworksKey('', identities), data, { updatedAt: isComplete ? Date.now() : 0 });
}
