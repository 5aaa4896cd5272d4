import type { Outcome } from './command.ts';
import type { Draft } from './draft.ts';

/** The member that contains the coded notation of a competency. */
export const NOTATION = 'ceasn:codedNotation';

/** Sets the coded notation of everything by its place. A competency with several parents is numbered at its first place. */
export function numberAll(draft: Draft, prefix: string): Outcome {
  const { state } = draft;
  const numbered = new Set<string>();
  const number = (ids: readonly string[], before: string): void => {
    ids.forEach((id, i) => {
      if (numbered.has(id)) return;
      numbered.add(id);
      const notation = `${before}${i + 1}`;
      const object = state.objects.get(id);
      if (object !== undefined && object[NOTATION] !== notation) draft.set({ ...object, [NOTATION]: notation });
      number(state.tree.children.get(id) ?? [], `${notation}.`);
    });
  };
  number(state.tree.roots, prefix);
  return draft.finish();
}
