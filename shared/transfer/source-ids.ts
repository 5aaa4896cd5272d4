import { MAX_VERSION } from '../linked-data/identifiers.ts';
import { isObject, member } from '../linked-data/json.ts';
import { SourceError } from './retry.ts';
import { jsonOrNull, type SourceClient } from './source-client.ts';
import { type IdPage, searchIds, trySearchIds } from './source-search.ts';

/** Some of the objects of a source. */
export type IdPart = {
  /** Ids as search shows them. */
  readonly ids: readonly string[];
  /** What to give as `after`, once this part is done, to go on behind it; null: go on as before. */
  readonly mark: string | null;
};

/** Searches that may fail before the source is given up. */
const MAX_MISSED = 20;

/** Ids per page where the source has cursors. */
const PAGE = 500;

const BY_VERSION = '[{"@version":{"order":"asc","unmapped_type":"long","missing":"_last"}}]';
const BY_ID = '[{"@id.keyword":{"order":"asc","unmapped_type":"keyword","missing":"_last"}}]';

/**
 * The ids of all objects that search on a source shows, by rising version as far as possible, so that what is written
 * meanwhile comes later. An object that is written meanwhile may come twice.
 *
 * A source with cursors is paged through. Any other shows the first `window` results of a search, of which it leaves out
 * what the caller may not read: so versions are divided into ranges until each has fewer results than that, which asking
 * for the last of them tells. Objects of one version that are more are told apart by their ids.
 *
 * @param window results that the source shows of one search
 * @param after `mark` of the part after which to go on; null begins
 * @param missed is told of a search of which something could not be shown
 * @throws SourceError when the source cannot be reached, or more than {@link MAX_MISSED} searches fail
 */
export async function* sourceIds(
  client: SourceClient,
  window: number,
  after: string | null,
  missed: (search: string) => void,
): AsyncGenerator<IdPart> {
  const mark = readMark(after);
  if (mark.version === null) {
    const asked = { q: '*', size: Math.min(PAGE, window), sort: BY_VERSION };
    // A cursor that is not taken any more is no reason to stop.
    const page =
      (mark.cursor === null ? null : await trySearchIds(client, { ...asked, cursor: mark.cursor })) ??
      (await trySearchIds(client, asked));
    if (page !== null && (page.next !== null || mark.cursor !== null)) {
      yield* followCursor(client, asked, page);
      return;
    }
  }
  let left = MAX_MISSED;
  yield* divide(client, window, mark.version === null ? 0 : mark.version + 1, (search) => {
    if (left-- === 0) throw new SourceError('Too many searches failed: the server cannot be read this way.');
    missed(search);
  });
}

/** Where a part ended: a cursor, or the last version that is done. */
function readMark(text: string | null): { readonly cursor: string | null; readonly version: number | null } {
  const mark = text === null ? null : jsonOrNull(text);
  const cursor = isObject(mark) ? member(mark, 'cursor') : null;
  const version = isObject(mark) ? member(mark, 'version') : null;
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
    yield { ids: page.ids, mark: cursor === null ? null : JSON.stringify({ cursor }) };
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
      yield { ids: page.ids, mark: JSON.stringify({ version: high }) };
    } else if (low === high) {
      yield* byId(client, q, window, missed);
      yield { ids: [], mark: JSON.stringify({ version: high }) };
    } else {
      const middle = low + Math.floor((high - low) / 2);
      ranges.push({ low: middle + 1, high }, { low, high: middle });
    }
  }
  yield* byId(client, 'NOT _exists_:@version', window, missed);
}

/** Whether a search has as many results as the source shows of one, or more, those included that it keeps from the caller. */
async function overflows(client: SourceClient, q: string, window: number): Promise<boolean> {
  // A source that has a result there which the caller may not read looks for another one beyond its limit, and refuses.
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
      yield { ids: page.ids, mark: null };
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

/** A text as a phrase of the query language. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
