import type { Json } from '../linked-data/json.ts';
import { SourceError } from './retry.ts';
import { jsonOrNull, nextCursor, type SourceAnswer, type SourceClient } from './source-client.ts';

/** A search on a source for the ids of objects. */
export type IdSearch = {
  readonly q: string;
  readonly start?: number;
  readonly size: number;
  /** Engine sort JSON. */
  readonly sort?: string;
  /** Goes on where an earlier page of this search ended. */
  readonly cursor?: string;
};

/** A page of a search: ids, with their versions where they carry them. */
export type IdPage = {
  readonly ids: readonly string[];
  /** Cursor of the next page, from the `Link` header (RFC 8288); null without. */
  readonly next: string | null;
};

/**
 * Searches.
 *
 * @returns null when the source refuses, as it does beyond the number of results that it shows of a search, or fails, as
 *   existing servers do where a single object among the results cannot be read
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
  if (!isListOfTexts(ids)) throw unexpected(client, answer);
  return { ids, next: nextCursor(answer.headers) };
}

/** As {@link trySearchIds}. @throws SourceError also when the source refuses */
export async function searchIds(client: SourceClient, search: IdSearch): Promise<IdPage> {
  const page = await trySearchIds(client, search);
  if (page === null) throw new SourceError(`${client.base}sky/repo/search refused the search ${search.q}.`);
  return page;
}

function isListOfTexts(value: Json): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function unexpected(client: SourceClient, { status, text }: SourceAnswer): SourceError {
  return new SourceError(`${client.base}sky/repo/search answered ${status}: ${text.slice(0, 200)}`);
}
