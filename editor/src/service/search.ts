import type { Json, JsonObject } from '../../../shared/linked-data/json.ts';
import { parseJson } from '../../../shared/linked-data/json.ts';
import { asObjects } from './objects.ts';
import type { Sender } from './send.ts';

/** A search (docs/integrate.md, Search). */
export type SearchRequest = {
  /** In the query language; user text goes through {@link quoted}. */
  readonly q: string;
  readonly size?: number;
  readonly start?: number;
  readonly sort?: Json;
  /** Patterns over type keys, such as `*framework`. */
  readonly indexHint?: string;
};

/** A page of results. */
export type SearchPage = {
  readonly objects: readonly JsonObject[];
  /** Reads the next page; null after the last one. */
  readonly next: ((signal?: AbortSignal) => Promise<SearchPage>) | null;
};

/** @throws ServiceError; `invalid` for a query that cannot be parsed, with its position in `problem` */
export type Search = (request: SearchRequest, signal?: AbortSignal) => Promise<SearchPage>;

export function createSearch(base: string, { send }: Sender): Search {
  async function page(address: string, json: unknown, signal: AbortSignal | undefined): Promise<SearchPage> {
    const response = await send(address, { json, ...(signal !== undefined && { signal }) });
    const objects = asObjects(parseJson(await response.text(), 'The page of results'));
    const next = nextOf(response.headers.get('link'));
    const following = next === null ? null : new URL(next, new URL(address, base)).href;
    return { objects, next: following === null ? null : (aborted) => page(following, json, aborted) };
  }

  return ({ indexHint, ...rest }, signal) => {
    const searchParams = { ...rest, ...(indexHint !== undefined && { index_hint: indexHint }) };
    return page('sky/repo/search', { searchParams }, signal);
  };
}

/** Text as a phrase of the query language. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function nextOf(link: string | null): string | null {
  return /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1] ?? null;
}
