import { isObject, isStringArray, member } from '../../repository/linked-data/json.ts';
import { MAX_VERSION } from '../../repository/linked-data/split-id.ts';
import { SourceError } from './retry.ts';
import { jsonOrNull, nextCursor, type SourceAnswer, type SourceClient } from './source-client.ts';

/** A page of ids. */
type IdPart = {
  /** The ids as search returns them. */
  readonly ids: readonly string[];
  /** The checkpoint after this page, for `after`; null: the checkpoint does not change. */
  readonly checkpoint: string | null;
};

/** Number of results of one search that existing servers return by default. */
export const WINDOW = 10_000;

/** Maximum number of failed searches; more end the copy. */
const MAX_MISSED = 20;

/** Number of results per page of a source with cursors. */
const PAGE_SIZE = 500;

const BY_VERSION = '[{"@version":{"order":"asc","unmapped_type":"long","missing":"_last"}}]';
const BY_ID = '[{"@id.keyword":{"order":"asc","unmapped_type":"keyword","missing":"_last"}}]';

/**
 * Lists the ids of all objects that search on a source shows, ordered by version as far as possible, so that concurrent writes come
 * later. An object that is written during the copy may come twice.
 *
 * A source with cursors is paged through. Other sources show the first `window` results of a search, less those that the caller may
 * not read. Therefore the range of versions is halved until a search has fewer results than that, which a request for the last
 * result reveals. Too many objects of one version are listed by ranges of their ids.
 *
 * @param window the number of results that the source shows of one search
 * @param after `checkpoint` of the page after which to continue; null: from the start
 * @param missed called with a search of which not all results could be read
 * @throws SourceError when the source cannot be reached, or more than {@link MAX_MISSED} searches fail
 */
export async function* sourceIds(
  client: SourceClient,
  window: number,
  after: string | null,
  missed: (search: string) => void,
): AsyncGenerator<IdPart> {
  const start = readCheckpoint(after);
  if (start.version === null) {
    const asked = { q: '*', size: Math.min(PAGE_SIZE, window), sort: BY_VERSION };
    // A cursor that the source no longer accepts is ignored.
    const page =
      (start.cursor === null ? null : await trySearchIds(client, { ...asked, cursor: start.cursor })) ??
      (await trySearchIds(client, asked));
    if (page !== null && (page.next !== null || start.cursor !== null)) {
      yield* followCursor(client, asked, page);
      return;
    }
  }
  let left = MAX_MISSED;
  yield* divide(client, window, start.version === null ? 0 : start.version + 1, (search) => {
    if (left-- === 0) throw new SourceError('Too many searches failed: the server cannot be read this way.');
    missed(search);
  });
}

/** A cursor, or the last version that is complete. */
function readCheckpoint(text: string | null): { readonly cursor: string | null; readonly version: number | null } {
  const value = text === null ? null : jsonOrNull(text);
  const cursor = isObject(value) ? member(value, 'cursor') : null;
  const version = isObject(value) ? member(value, 'version') : null;
  return {
    cursor: typeof cursor === 'string' ? cursor : null,
    version: Number.isSafeInteger(version) ? Number(version) : null,
  };
}

async function* followCursor(
  client: SourceClient,
  asked: { readonly q: string; readonly size: number; readonly sort: string },
  first: IdPage,
): AsyncGenerator<IdPart> {
  let page = first;
  for (;;) {
    const cursor = page.next;
    yield { ids: page.ids, checkpoint: cursor === null ? null : JSON.stringify({ cursor }) };
    if (cursor === null) return;
    page = await searchIds(client, { ...asked, cursor });
  }
}

async function* divide(
  client: SourceClient,
  window: number,
  from: number,
  missed: (search: string) => void,
): AsyncGenerator<IdPart> {
  const ranges: { readonly low: number; readonly high: number }[] =
    from > MAX_VERSION ? [] : [{ low: from, high: MAX_VERSION }];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const { low, high } = range;
    const q = `@version:[${low} TO ${high}]`;
    const page = (await overflows(client, q, window))
      ? null
      : await trySearchIds(client, { q, size: window, sort: BY_VERSION });
    if (page !== null) {
      yield { ids: page.ids, checkpoint: JSON.stringify({ version: high }) };
    } else if (low === high) {
      yield* byId(client, q, window, missed);
      yield { ids: [], checkpoint: JSON.stringify({ version: high }) };
    } else {
      const middle = low + Math.floor((high - low) / 2);
      ranges.push({ low: middle + 1, high }, { low, high: middle });
    }
  }
  yield* byId(client, 'NOT _exists_:@version', window, missed);
}

/** Whether a search has at least `window` results, including those that the caller may not read. */
async function overflows(client: SourceClient, q: string, window: number): Promise<boolean> {
  // If the caller may not read that result, the source looks for another one beyond its limit, and refuses the search.
  const page = await trySearchIds(client, { q, start: window - 1, size: 1 });
  return page === null || page.ids.length > 0;
}

async function* byId(
  client: SourceClient,
  q: string,
  window: number,
  missed: (search: string) => void,
): AsyncGenerator<IdPart> {
  for (let rest = q, last: string | undefined; ; ) {
    const page = await trySearchIds(client, { q: rest, size: window, sort: BY_ID });
    if (page !== null) {
      yield { ids: page.ids, checkpoint: null };
      if (!(await overflows(client, rest, window))) return;
    }
    const next = page?.ids.at(-1);
    if (next === undefined || next === last) {
      missed(rest);
      return;
    }
    last = next;
    rest = `(${q}) AND @id.keyword:{${quoted(next)} TO *}`;
  }
}

/** Quotes a phrase of the query language. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** A search for ids. */
type IdSearch = {
  readonly q: string;
  readonly start?: number;
  readonly size: number;
  /** The sort order, as JSON. */
  readonly sort?: string;
  /** The cursor after an earlier page of this search. */
  readonly cursor?: string;
};

/** A page of results: ids, with versions if they have any. */
type IdPage = {
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
async function trySearchIds(client: SourceClient, search: IdSearch): Promise<IdPage | null> {
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
async function searchIds(client: SourceClient, search: IdSearch): Promise<IdPage> {
  const page = await trySearchIds(client, search);
  if (page === null) throw new SourceError(`${client.base}sky/repo/search refused the search ${search.q}.`);
  return page;
}

function unexpected(client: SourceClient, { status, text }: SourceAnswer): SourceError {
  return new SourceError(`${client.base}sky/repo/search answered ${status}: ${text.slice(0, 200)}`);
}
