import type { Command, Maker, Place } from './command.ts';
import { runCommand } from './run-command.ts';
import type { OutlineState } from './state.ts';

/**
 * A competency that is being added and has no name yet. The outline shows it; the document, and with it the browser's storage and the
 * service, gets it with its name only.
 */
export type Unnamed = { readonly id: string; readonly place: Place };

/** Moves that a person can make with it. */
export type UnnamedMove = 'indent' | 'outdent' | 'up' | 'down';

/** A state with the competency in its place, to be shown. The state itself if it has got the competency. */
export function withUnnamed(state: OutlineState, unnamed: Unnamed): OutlineState {
  const { id } = unnamed;
  if (state.objects.has(id)) return state;
  const items = [{ fields: { name: '' }, children: [] }];
  return runCommand(state, { kind: 'add', id, place: placeIn(state, unnamed), items }, makerOf(id)).state;
}

/** The competency in another place. @throws CommandRefused */
export function moveUnnamed(state: OutlineState, unnamed: Unnamed, how: UnnamedMove): Unnamed {
  const { id } = unnamed;
  const items = [{ id, parent: placeIn(state, unnamed).parent }];
  const command: Command =
    how === 'indent' || how === 'outdent' ? { kind: how, items } : { kind: 'shift', items, by: how === 'up' ? -1 : 1 };
  const { tree } = runCommand(withUnnamed(state, unnamed), command, makerOf(id)).state;
  const [parent = null] = tree.parents.get(id) ?? [];
  const siblings = (parent === null ? tree.roots : tree.children.get(parent)) ?? [];
  return { id, place: { parent, after: siblings[siblings.indexOf(id) - 1] ?? null } };
}

/** Its place, or the end of the outline if others have deleted its parent. */
export function placeIn({ objects, tree }: OutlineState, { place }: Unnamed): Place {
  if (place.parent === null || objects.has(place.parent)) return place;
  return { parent: null, after: tree.roots.at(-1) ?? null };
}

/** What is made here is only shown, so it needs neither owners nor dates. */
function makerOf(id: string): Maker {
  return { newId: (type) => `${id}#${type}`, owners: [], now: () => '' };
}
