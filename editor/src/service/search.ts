import { type Json, type JsonObject, parseJson } from '../../../shared/repository/linked-data/json.ts';
import { asObjects, readResultPage } from './result-page.ts';
import type { Sender } from './send.ts';

/** A search (docs/use/integrate.md, Search). */
export type SearchRequest = {
  /** In the query language; user text goes through {@link quoted}. */
  readonly q: string;
  readonly size?: number;
  readonly start?: number;
  readonly sort?: Json;
  /** Patterns over type keys, such as `*framework`. */
  readonly indexHint?: string;
  /** Names of members, separated by commas: lists in them are replaced by the number of their items. */
  readonly lengths?: string;
  /** Asks for the time of the last change of each. */
  readonly times?: true;
  /** Counts the results up to this number. */
  readonly count?: number;
};

/** A page of results. */
export type SearchPage = {
  readonly objects: readonly JsonObject[];
  /** When each was last changed, UTC milliseconds, if the search asks for it. */
  readonly times?: readonly number[];
  /** The number of results on all pages, at most `count`: on the first page of a search that counts. */
  readonly total?: number | null;
  /** Reads the next page; null after the last one. */
  readonly next: ((signal?: AbortSignal) => Promise<SearchPage>) | null;
};

/** @throws ServiceError; `invalid` for a query that cannot be parsed, with its position in `problem` */
export type Search = (request: SearchRequest, signal?: AbortSignal) => Promise<SearchPage>;

/** A search whose query the results match, in the order of how similar they are to a text. */
export type MeaningRequest = Pick<SearchRequest, 'q' | 'indexHint' | 'size'>;

/** Searches. All throw ServiceError. */
export type Searches = {
  readonly search: Search;
  /**
   * Finds what means something similar to a text (docs/use/meaning.md), the most similar first, and as many as asked for, however little
   * similar. Nothing where the service compares words only; then, it is not asked again.
   */
  readonly searchMeaning: (
    text: string,
    request: MeaningRequest,
    signal?: AbortSignal,
  ) => Promise<readonly JsonObject[]>;
  /** Reads the page of results at an address, such as one that {@link searchAddress} made. */
  readonly searchAt: (address: string, signal?: AbortSignal) => Promise<SearchPage>;
};

const SEARCH = 'sky/repo/search';

type Parameters = SearchRequest & { readonly mode?: 'both'; readonly filter?: string };

export function createSearches(base: string, { send }: Sender): Searches {
  async function page(
    path: string,
    json: unknown,
    hasTimes: boolean,
    signal: AbortSignal | undefined,
  ): Promise<SearchPage> {
    const address = new URL(path, base).href;
    const response = await send(address, { json, ...(signal !== undefined && { signal }) });
    const { next, ...results } = await readResultPage(response, address, hasTimes);
    return { ...results, next: next === null ? null : (aborted) => page(next, json, hasTimes, aborted) };
  }

  let comparesMeaning = true;

  return {
    search: (request, signal) => page(SEARCH, { searchParams: parametersOf(request) }, request.times ?? false, signal),
    async searchMeaning(text, { q: filter, ...request }, signal) {
      if (!comparesMeaning) return [];
      // Unlike `meaning`, `both` is not refused without a model. A phrase that the filter excludes adds nothing to what is similar.
      const searchParams = parametersOf({ ...request, q: quoted(text), filter, mode: 'both' });
      const response = await send(SEARCH, { json: { searchParams }, signal });
      comparesMeaning = response.headers.get('x-search-mode') === 'both';
      return comparesMeaning ? asObjects(parseJson(await response.text(), 'The page of results')) : [];
    },
    searchAt: (address, signal) => page(address, undefined, new URL(address, base).searchParams.has('times'), signal),
  };
}

/** The address of a search, relative to the address of the service, for a GET. */
export function searchAddress(request: SearchRequest): string {
  const entries = Object.entries(parametersOf(request)).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return `${SEARCH}?${new URLSearchParams(entries)}`;
}

function parametersOf({ indexHint, ...rest }: Parameters): Readonly<Record<string, Json>> {
  return { ...rest, ...(indexHint !== undefined && { index_hint: indexHint }) };
}

/** Text as a phrase of the query language. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
