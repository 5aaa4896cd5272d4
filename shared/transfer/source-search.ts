import { isStringArray } from '../linked-data/json.ts';
import { SourceError } from './retry.ts';
import { jsonOrNull, nextCursor, type SourceAnswer, type SourceClient } from './source-client.ts';

/** A search for ids. */
export type IdSearch = {
  readonly q: string;
  readonly start?: number;
  readonly size: number;
  /** As JSON. */
  readonly sort?: string;
  /** The cursor after an earlier page of this search. */
  readonly cursor?: string;
};

/** A page of results: ids, with versions if they have any. */
export type IdPage = {
  readonly ids: readonly string[];
  /** Cursor of the next page, from the `Link` header (RFC 8288); null when absent. */
  readonly next: string | null;
};

/**
 * Searches a source.
 *
 * @returns null when the source refuses the search, as beyond the number of results that it shows, or fails, as existing servers do
 *   when a single object among the results cannot be read
 * @throws SourceError
 */
export async function trySearchIds(client: SourceClient, search: IdSearch): Promise<IdPage | null> {
  const { q, cursor, start = 0, size, sort } = search;
  const path = cursor === undefined ? 'sky/repo/search' : `sky/repo/search?cursor=${encodeURIComponent(cursor)}`;
  const answer = await client.post(path, {
    data: q,
    searchParams: JSON.stringify({ start, size, ids: true, ...(sort !== undefined && { sort }) }),
  });
  if (answer.status === 400 || answer.status === 500) return null;
  const ids = answer.status === 200 ? jsonOrNull(answer.text) : null;
  if (!isStringArray(ids)) throw unexpected(client, answer);
  return { ids, next: nextCursor(answer.headers) };
}

/** As {@link trySearchIds}. @throws SourceError also when the source refuses */
export async function searchIds(client: SourceClient, search: IdSearch): Promise<IdPage> {
  const page = await trySearchIds(client, search);
  if (page === null) throw new SourceError(`${client.base}sky/repo/search refused the search ${search.q}.`);
  return page;
}

function unexpected(client: SourceClient, { status, text }: SourceAnswer): SourceError {
  return new SourceError(`${client.base}sky/repo/search answered ${status}: ${text.slice(0, 200)}`);
}
