import type { Outcome } from './command.ts';
import type { Draft } from './draft.ts';
import type { OutlineState } from './state.ts';

/** The member that contains the coded notation of a competency. */
export const NOTATION = 'ceasn:codedNotation';

/** Sets the coded notation of everything by its place. A competency with several parents is numbered at its first place. */
export function numberAll(draft: Draft, prefix: string): Outcome {
  for (const [id, notation] of numbersOf(draft.state, prefix)) {
    const object = draft.state.objects.get(id);
    if (object !== undefined && object[NOTATION] !== notation) draft.set({ ...object, [NOTATION]: notation });
  }
  return draft.finish();
}

/** Whether the coded notation of everything is the number of its place. Nothing is not numbered. */
export function isNumbered(state: OutlineState): boolean {
  if (state.tree.roots.length === 0) return false;
  for (const [id, notation] of numbersOf(state, '')) {
    if (state.objects.get(id)?.[NOTATION] !== notation) return false;
  }
  return true;
}

/** The competencies with the numbers of their places, in the order of the outline. */
function* numbersOf({ tree }: OutlineState, prefix: string): Generator<readonly [id: string, number: string]> {
  const numbered = new Set<string>();
  function* below(ids: readonly string[], before: string): Generator<readonly [id: string, number: string]> {
    for (const [index, id] of ids.entries()) {
      if (numbered.has(id)) continue;
      numbered.add(id);
      const number = `${before}${index + 1}`;
      yield [id, number];
      yield* below(tree.children.get(id) ?? [], `${number}.`);
    }
  }
  yield* below(tree.roots, prefix);
}
