import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { Vault } from '../outline/load.ts';
import type { SearchPage, SearchRequest } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import { hasWords } from './private-objects.ts';
import { loadStemmer } from './stemmer.ts';
import { type FoundByWords, readTyped, searchTyped } from './words-query.ts';

/** A framework that is encrypted for the person. */
type PrivateFramework = { readonly object: JsonObject; readonly stored: JsonObject; readonly time: number };

/** As {@link FoundByWords}; `query` is absent if only what is private has the words. */
export type TypedFrameworks = Pick<FoundByWords, 'page'> & {
  readonly query?: FoundByWords['query'];
  /** What the service cannot search, by its decrypted words. */
  readonly own: readonly PrivateFramework[];
};

type Place = {
  readonly service: Pick<Service, 'search'>;
  readonly vault: Pick<Vault, 'open'>;
  /** Whether the person has keys. */
  readonly hasKeys: boolean;
  /** Of the words (BCP 47). */
  readonly language: string;
  /** The search for a query. */
  readonly requestOf: (q: string) => SearchRequest;
};

const NOTHING: SearchPage = { objects: [], next: null, total: 0 };

/**
 * The frameworks with words that a person typed: beginnings, other forms, notations, text with brackets.
 *
 * @throws ServiceError
 */
export async function typedFrameworks(
  text: string,
  { service, vault, hasKeys, language, requestOf }: Place,
  signal: AbortSignal,
): Promise<TypedFrameworks> {
  const typed = readTyped(text);
  const search = (q: string) => service.search(requestOf(q), signal);
  const [stem, found, own] = await Promise.all([
    loadStemmer(language),
    searchTyped(search, typed, language),
    hasKeys && typed.words.length > 0 ? privateFrameworks(search('encryptedType:Framework'), vault, signal) : [],
  ]);
  const fitting = own.filter(({ object }) => hasWords(object, typed.words, stem));
  // What has the words is found, if only among what is private: what is similar to them is not shown.
  if (found.query === null && fitting.length > 0) return { page: NOTHING, own: fitting };
  return { ...found, own: fitting };
}

async function privateFrameworks(
  first: Promise<SearchPage>,
  vault: Pick<Vault, 'open'>,
  signal: AbortSignal,
): Promise<readonly PrivateFramework[]> {
  const all: PrivateFramework[] = [];
  for (let page: SearchPage | null = await first; page !== null; page = page.next && (await page.next(signal))) {
    const { objects, times = [] } = page;
    const opened = await Promise.all(objects.map((object) => vault.open(object)));
    for (const [index, stored] of objects.entries()) {
      const object = opened[index] ?? null;
      if (object !== null) all.push({ object, stored, time: times[index] ?? 0 });
    }
  }
  return all;
}
