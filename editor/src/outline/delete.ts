import type { Outcome } from './command.ts';
import { CommandRefused } from './command.ts';
import type { Draft } from './draft.ts';
import { competencyOf } from './part.ts';
import { frameworkOf, listedIds, type OutlineState, partKindOf, relationOf } from './state.ts';
import { subtreeOf } from './tree.ts';

/** Deletes competencies with everything below them that has no other parent, and their relations, levels and rules. */
export function deleteAll(draft: Draft, ids: readonly string[]): Outcome {
  const { state } = draft;
  if (!ids.every((id) => state.objects.has(id) && id !== state.frameworkId)) throw new CommandRefused('unknown-object');
  const gone = goneWith(state, ids);
  for (const list of ['relation', 'level', 'rollupRule'] as const) {
    for (const id of listedIds(frameworkOf(state), list)) {
      const object = state.objects.get(id);
      if (object === undefined || partKindOf(object) !== list) continue;
      const relation = list === 'relation' ? relationOf(object) : null;
      const ends = relation === null ? [competencyOf(object)] : [relation.source, relation.target];
      if (ends.some((end) => end !== null && gone.has(end))) draft.remove(id, list);
    }
  }
  for (const id of gone) draft.remove(id, 'competency');
  return draft.finish();
}

/** The competencies that a deletion removes: these, and all below them whose parents are all removed. */
export function goneWith(state: OutlineState, ids: readonly string[]): ReadonlySet<string> {
  const roots = new Set(state.tree.roots);
  const gone = new Set(ids);
  const candidates = new Set(ids.flatMap((id) => subtreeOf(state.tree, id)));
  for (let more = true; more; ) {
    more = false;
    for (const id of candidates) {
      const parents = state.tree.parents.get(id) ?? [];
      if (gone.has(id) || roots.has(id) || !parents.every((parent) => gone.has(parent))) continue;
      gone.add(id);
      more = true;
    }
  }
  return gone;
}
