import type { HeadState, SearchCaller } from '../../object-store.ts';
import type { HeadBody } from '../documents.ts';
import type { EngineHit } from '../engine/engine.ts';
import type { Parts } from '../parts.ts';
import { readStatesByKey } from '../read/read-objects.ts';

/** Generations that heads had when a search first read them, by key. */
export type FirstRead = Map<string, number>;

/**
 * The current objects of hits, and the keys of those that were found in a state from before the search.
 *
 * @param firstRead extended when the page has to be repeated
 */
export async function readFound(
  parts: Parts,
  hits: readonly EngineHit[],
  caller: SearchCaller,
  firstRead: FirstRead,
): Promise<{ readonly current: HeadState[]; readonly stale: string[] }> {
  const heads = await readStatesByKey(
    parts,
    hits.map(({ id }) => id),
  );
  const current: HeadState[] = [];
  const stale: string[] = [];
  for (const { id, version } of hits) {
    const head = heads.get(id);
    if (head !== undefined && isFound(head.body, version, firstRead.get(id) ?? head.body.generation, caller)) {
      current.push(head.state);
    } else {
      stale.push(id);
    }
  }
  if (stale.length > 0) {
    for (const [key, { body }] of heads) if (!firstRead.has(key)) firstRead.set(key, body.generation);
  }
  return { current, stale };
}

/** @param since the generation that the object had when the search first read it */
function isFound(head: HeadBody, found: number, since: number, caller: SearchCaller): boolean {
  if (head.deleted) return false;
  if (found === head.generation) return true;
  return found >= since && found < head.generation && mayRead(head, caller);
}

/** For a state whose search copy is not visible yet: the query has checked the rights of the state that was found only. */
function mayRead({ access }: HeadBody, { admin, keys }: SearchCaller): boolean {
  if (admin || !access.hidden) return true;
  const own = new Set<string>(keys);
  return [...access.owners, ...access.readers].some((key) => own.has(key));
}
