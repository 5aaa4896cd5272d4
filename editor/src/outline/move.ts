import { CommandRefused, type Occurrence, type Outcome, type Place } from './command.ts';
import { type Draft, isBelow } from './draft.ts';
import type { OutlineState } from './state.ts';

/** Moves competencies, in their order, to one place. They keep their other parents. */
export function move(draft: Draft, items: readonly Occurrence[], place: Place): Outcome {
  let { after } = place;
  for (const item of items) {
    if (isBelow(draft.state, item.id, place.parent)) throw new CommandRefused('below-itself');
    moveOne(draft, item, { parent: place.parent, after: after === item.id ? before(draft.state, item) : after });
    after = item.id;
  }
  return draft.finish();
}

/** Moves competencies below the preceding sibling; of several siblings in sequence, all below the one before the first. */
export function indent(draft: Draft, items: readonly Occurrence[]): Outcome {
  const chosen = new Set(items.map(({ id }) => id));
  for (const item of items) {
    const siblings = siblingsOf(draft.state, item.parent);
    let index = siblings.indexOf(item.id) - 1;
    while (index >= 0 && chosen.has(siblings[index] ?? '')) index--;
    const parent = siblings[index];
    if (parent === undefined || isBelow(draft.state, item.id, parent)) throw new CommandRefused('no-sibling-before');
    const previous = siblings[siblings.indexOf(item.id) - 1];
    const last = draft.state.tree.children.get(parent)?.at(-1) ?? null;
    moveOne(draft, item, { parent, after: previous === undefined || previous === parent ? last : previous });
  }
  return draft.finish();
}

/** Moves competencies after their parent, among its siblings. */
export function outdent(draft: Draft, items: readonly Occurrence[]): Outcome {
  let previous: Occurrence | null = null;
  for (const item of items) {
    if (item.parent === null) throw new CommandRefused('at-the-top');
    const [grandparent = null] = draft.state.tree.parents.get(item.parent) ?? [];
    if (grandparent !== null && isBelow(draft.state, item.id, grandparent)) throw new CommandRefused('below-itself');
    const after: string = previous?.parent === item.parent ? previous.id : item.parent;
    moveOne(draft, item, { parent: grandparent, after });
    previous = item;
  }
  return draft.finish();
}

/** Moves competencies one place up or down among their siblings; has no effect at the end. */
export function shift(draft: Draft, items: readonly Occurrence[], by: -1 | 1): Outcome {
  const [first] = items;
  if (first === undefined) return draft.finish();
  const siblings = siblingsOf(draft.state, first.parent);
  const chosen = siblings.filter((id) => items.some((item) => item.id === id && item.parent === first.parent));
  const start = siblings.indexOf(chosen[0] ?? '');
  const end = siblings.indexOf(chosen.at(-1) ?? '');
  if (start === -1) throw new CommandRefused('unknown-object');
  const anchor = by === 1 ? siblings[end + 1] : (siblings[start - 2] ?? null);
  if (anchor === undefined || (by === -1 && start === 0)) return draft.finish();
  let after = anchor;
  for (const id of chosen) {
    draft.position(id, { parent: first.parent, after });
    after = id;
  }
  return draft.finish();
}

function moveOne(draft: Draft, { id, parent }: Occurrence, place: Place): void {
  if (draft.get(id) === undefined) throw new CommandRefused('unknown-object');
  if (parent !== place.parent) {
    if (place.parent !== null && draft.get(place.parent) === undefined) throw new CommandRefused('unknown-object');
    if (place.parent !== null) draft.connect(id, place.parent);
    if (parent !== null) draft.disconnect(id, parent);
  }
  draft.position(id, place);
}

function siblingsOf({ tree }: OutlineState, parent: string | null): readonly string[] {
  return parent === null ? tree.roots : (tree.children.get(parent) ?? []);
}

function before(state: OutlineState, { id, parent }: Occurrence): string | null {
  const siblings = siblingsOf(state, parent);
  return siblings[siblings.indexOf(id) - 1] ?? null;
}
