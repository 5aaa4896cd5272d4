import type { SearchBody } from '../engine/api-types.ts';
import type { OpenSearchParts } from '../parts.ts';
import type { Publisher } from '../publish/publisher.ts';
import { publishHeads, republish } from '../publish/repair.ts';
import { readFirst } from '../read/read-objects.ts';
import { headsByKey } from '../read/scan.ts';

const FILL_PAGE_SIZE = 200;
const FILL_TIMEOUT_MS = 60_000;

/** The number of objects of a page, and the key of the last one; null: it was the last page. */
export type FilledPage = { readonly done: number; readonly position: string | null };

/** Makes the search copies of one page of objects, in the order of their keys. */
export async function fillPage(parts: OpenSearchParts, publisher: Publisher, after: string): Promise<FilledPage> {
  const { engine, names } = parts;
  const [answer] = await engine.search(names.objects, [headsByKey(after, FILL_PAGE_SIZE)], FILL_TIMEOUT_MS);
  const hits = answer?.hits ?? [];
  for (let from = 0; from < hits.length; ) {
    const ids = hits.slice(from).map(({ id }) => id);
    const { heads, done } = await readFirst(parts, ids);
    await publishHeads(
      parts,
      publisher,
      ids.slice(0, done).flatMap((id) => heads.get(id) ?? []),
    );
    from += done;
  }
  return { done: hits.length, position: hits.at(-1)?.id ?? null };
}

const OUTDATED_PAGE_SIZE = 500;
/** Maximum number of pages in one run; the next run does the rest. */
const MAX_OUTDATED_PAGES = 200;
const OUTDATED_TIMEOUT_MS = 10_000;

/**
 * Replaces the search copies that processes of an older layout wrote into an index of the current layout: they lack its new
 * fields.
 */
export async function renewOutdated(parts: OpenSearchParts, publisher: Publisher, layout: number): Promise<void> {
  const { engine, names } = parts;
  const body: SearchBody = {
    query: { range: { layout: { lt: layout } } },
    size: OUTDATED_PAGE_SIZE,
    sort: [{ key: 'asc' }],
    _source: false,
    track_total_hits: false,
  };
  for (let page = 0; page < MAX_OUTDATED_PAGES; page++) {
    const [answer] = await engine.search(names.search, [body], OUTDATED_TIMEOUT_MS);
    const keys = (answer?.hits ?? []).map(({ id }) => id);
    if (keys.length === 0) return;
    await republish(parts, publisher, keys);
  }
}
