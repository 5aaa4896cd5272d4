import { asHead } from './documents.ts';
import { headsByKey } from './heads-by-key.ts';
import type { Parts } from './parts.ts';
import type { Publisher } from './publisher.ts';
import { publishHeads } from './repair.ts';

/** Objects that one step takes, and documents that one call reads: each may be as large as the largest object. */
const PAGE = 200;
const READ_AT_ONCE = 50;

const SEARCH_TIMEOUT = 60_000;

/** Where a step ended: its objects, and the key of the last one; null: there were no more. */
export type FilledPage = { readonly done: number; readonly position: string | null };

/** Makes the search copies of the objects after a key, in the order of keys: one step of it. */
export async function fillPage(parts: Parts, publisher: Publisher, after: string): Promise<FilledPage> {
  const { engine, names } = parts;
  const [answer] = await engine.search(names.objects, [headsByKey(after, PAGE)], SEARCH_TIMEOUT);
  const hits = answer?.hits ?? [];
  for (let from = 0; from < hits.length; from += READ_AT_ONCE) {
    const ids = hits.slice(from, from + READ_AT_ONCE).map(({ id }) => id);
    const documents = await engine.read(ids.map((id) => ({ index: names.objects, id })));
    await publishHeads(
      parts,
      publisher,
      documents.map(asHead).filter((head) => head !== null),
    );
  }
  return { done: hits.length, position: hits.at(-1)?.id ?? null };
}
