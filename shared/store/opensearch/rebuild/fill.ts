import { headsByKey } from '../heads-by-key.ts';
import type { Parts } from '../parts.ts';
import type { Publisher } from '../publish/publisher.ts';
import { publishHeads } from '../publish/repair.ts';
import { readFirst } from '../read/read-objects.ts';

/** Objects that one step takes. */
const PAGE = 200;

const SEARCH_TIMEOUT = 60_000;

/** Where a step ended: its objects, and the key of the last one; null: there were no more. */
export type FilledPage = { readonly done: number; readonly position: string | null };

/** Makes the search copies of the objects after a key, in the order of keys: one step of it. */
export async function fillPage(parts: Parts, publisher: Publisher, after: string): Promise<FilledPage> {
  const { engine, names } = parts;
  const [answer] = await engine.search(names.objects, [headsByKey(after, PAGE)], SEARCH_TIMEOUT);
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
