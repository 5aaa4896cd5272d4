import type { Json, JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { readResultPage } from './result-page.ts';
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

/** Searches. Both throw ServiceError. */
export type Searches = {
  readonly search: Search;
  /** Reads the page of results at an address, such as one that {@link searchAddress} made. */
  readonly searchAt: (address: string, signal?: AbortSignal) => Promise<SearchPage>;
};

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

  return {
    search: (request, signal) =>
      page('sky/repo/search', { searchParams: parametersOf(request) }, request.times ?? false, signal),
    searchAt: (address, signal) => page(address, undefined, new URL(address, base).searchParams.has('times'), signal),
  };
}

/** The address of a search, relative to the address of the service, for a GET. */
export function searchAddress(request: SearchRequest): string {
  const entries = Object.entries(parametersOf(request)).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return `sky/repo/search?${new URLSearchParams(entries)}`;
}

function parametersOf({ indexHint, ...rest }: SearchRequest): Readonly<Record<string, Json>> {
  return { ...rest, ...(indexHint !== undefined && { index_hint: indexHint }) };
}

/** Text as a phrase of the query language. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
