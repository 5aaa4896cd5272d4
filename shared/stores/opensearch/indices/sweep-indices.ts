import type { Engine } from '../engine/engine.ts';
import type { RebuildNote } from '../rebuild/announcement.ts';
import { aliasOfGone, aliasOfPending } from './index-names.ts';
import { deleteIndices, type Index, listIndices, moveAliases } from './indices.ts';

/** An index that is not in use after this time was left behind by a killed process. */
const PREPARATION_TIMEOUT_MS = 600_000;

/**
 * Removes the alias under which an index is prepared, so that it can no longer come into use.
 *
 * @returns false when the index does not have that alias: it may be in use
 */
export async function giveUpIndex(engine: Engine, prefix: string, index: string): Promise<boolean> {
  return moveAliases(engine, [
    { kind: 'remove', index, alias: aliasOfPending(index) },
    { kind: 'join', index, alias: aliasOfGone(prefix) },
  ]);
}

/**
 * Deletes indices that are out of use. Others with such a name are kept: an operator may have restored one, for example.
 *
 * @param note the current rebuild, whose indices are kept
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
  if (!aliases.includes(aliasOfPending(name)) || now - created < PREPARATION_TIMEOUT_MS) return false;
  return giveUpIndex(engine, prefix, name);
}
