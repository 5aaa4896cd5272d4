import type { Engine } from '../engine/engine.ts';
import type { RebuildNote } from '../rebuild/rebuild-note.ts';
import { aliasOfGone, aliasOfPending } from './index-names.ts';
import { deleteIndices, type Index, listIndices, moveAliases } from './indices.ts';

/** Milliseconds after which an index that is still not in use is what a killed process left. */
const ABANDONED = 600_000;

/**
 * Takes from an index the alias under which it is made ready, so that it cannot come into use any more.
 *
 * @returns false when it did not have that alias any more: it may be in use
 */
export async function giveUpIndex(engine: Engine, prefix: string, index: string): Promise<boolean> {
  return moveAliases(engine, [
    { kind: 'remove', index, alias: aliasOfPending(index) },
    { kind: 'join', index, alias: aliasOfGone(prefix) },
  ]);
}

/**
 * Deletes the indices that nobody uses any more. Whatever else has a name like ours is left: an index that an
 * operator restored beside the others, for example.
 *
 * @param note the rebuild under way: its indices are left to it
 * @param now UTC milliseconds
 */
export async function sweepIndices(engine: Engine, prefix: string, note: RebuildNote | null, now: number) {
  for (const kind of ['objects', 'search'] as const) {
    for (const index of await listIndices(engine, prefix, kind)) {
      if (index.name === note?.index || index.name === note?.from) continue;
      if (await isGone(engine, prefix, index, now)) await deleteIndices(engine, [index.name]);
    }
  }
}

async function isGone(engine: Engine, prefix: string, { name, aliases, created }: Index, now: number) {
  if (aliases.includes(aliasOfGone(prefix))) return true;
  if (!aliases.includes(aliasOfPending(name)) || now - created < ABANDONED) return false;
  return giveUpIndex(engine, prefix, name);
}
