import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { items } from '../../../shared/repository/linked-data/references.ts';
import type { Identity } from '../identity/identity.ts';
import type { Vault } from '../outline/load.ts';
import type { ResultPage } from '../service/result-page.ts';
import type { SearchPage } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import { PAGE_SIZE } from './framework-list.ts';

/** A page of the list. */
export type FrameworkPage = SearchPage & {
  /** As they are stored, where the objects are decrypted. */
  readonly stored?: readonly JsonObject[];
  /** The query that found what was typed; null: nothing has exactly these words, and these are similar; absent: nothing was typed. */
  readonly typedQuery?: string | null;
  /** There are too many to sort or filter all. */
  readonly isCut?: boolean;
};

/** A page with what the person can decrypt. */
export async function openPage(page: SearchPage, vault: Pick<Vault, 'open'>): Promise<FrameworkPage> {
  const opened = page.objects.map(async (one) => (await vault.open(one)) ?? one);
  return { ...page, objects: await Promise.all(opened), stored: page.objects };
}

/** Whether only its owners and readers can read an object. @param stored as it is stored */
export function isPrivate(stored: JsonObject): boolean {
  return isEncryptedValue(stored) || ['@reader', 'reader'].some((name) => items(member(stored, name)).length > 0);
}

/**
 * Whether somebody else made an object that the person may read or change because of a key.
 *
 * @param stored as it is stored; its first owner made it
 * @param mine the person's public keys
 */
export function isShared(stored: JsonObject, mine: ReadonlySet<unknown>): boolean {
  const [maker, ...owners] = ['@owner', 'owner'].flatMap((name) => items(member(stored, name)));
  const readers = ['@reader', 'reader'].flatMap((name) => items(member(stored, name)));
  return !mine.has(maker) && [...owners, ...readers].some((key) => mine.has(key));
}

/** The key of the query for the frameworks that these identities may read. @param narrowing which of them, and in which order */
export function frameworksKey(identities: readonly Identity[], narrowing: unknown = null): readonly unknown[] {
  return ['frameworks', identities.map(({ id }) => id), narrowing];
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
  { next, ...results }: ResultPage,
  service: Service,
  identities: readonly Identity[],
): void {
  const isComplete = identities.length === 0;
  if (results.objects.length === 0 && !isComplete) return;
  const page: FrameworkPage = {
    ...results,
    next: next === null ? null : (signal) => service.searchAt(wholePage(next), signal),
  };
  const data: InfiniteData<FrameworkPage, SearchPage['next']> = { pages: [page], pageParams: [null] };
  queries.setQueryData(frameworksKey(identities), data, { updatedAt: isComplete ? Date.now() : 0 });
}
