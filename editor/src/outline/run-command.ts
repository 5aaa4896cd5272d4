import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { Command, Fields, Maker, NewItem, Outcome, Place } from './command.ts';
import { CommandRefused, required } from './command.ts';
import { copyItems } from './copy.ts';
import { deleteAll } from './delete.ts';
import { createDraft, type Draft, idOf } from './draft.ts';
import { indent, move, outdent, shift } from './move.ts';
import { newObject, setFields } from './new-object.ts';
import { numberAll } from './numbering.ts';
import { diff, invert } from './patch.ts';
import { type OutlineState, partKindOf, withObjects } from './state.ts';
import { edgeKey } from './tree.ts';

/**
 * Runs a command. Pure: it does not change the state that is passed.
 *
 * @throws CommandRefused when it cannot be done
 */
export function runCommand(state: OutlineState, command: Command, maker: Maker): Outcome {
  const draft = createDraft(state, maker);
  switch (command.kind) {
    case 'add':
      return draft.finish(addItems(draft, command.items, command.place, command.id));
    case 'edit':
      return editAll(draft, new Map([[command.id, command.fields]]));
    case 'edit-all':
      return editAll(draft, command.edits);
    case 'restore':
      return restore(state, command.objects);
    case 'move':
      return move(draft, command.items, command.place);
    case 'indent':
      return indent(draft, command.items);
    case 'outdent':
      return outdent(draft, command.items);
    case 'shift':
      return shift(draft, command.items, command.by);
    case 'copy':
      return draft.finish(addItems(draft, copyItems(state, command.ids), command.place));
    case 'link':
      return link(draft, command.id, command.place);
    case 'unlink':
      if (command.item.parent !== null) draft.disconnect(command.item.id, command.item.parent);
      return draft.finish();
    case 'delete':
      return deleteAll(draft, command.ids);
    case 'relate':
      return relate(draft, command);
    case 'unrelate':
      required(draft.get(command.relation));
      draft.remove(command.relation, 'relation');
      return draft.finish();
    case 'add-part':
      return addPart(draft, command);
    case 'remove-part':
      return removePart(draft, command.id);
    case 'number':
      return numberAll(draft, command.prefix);
  }
}

/** Creates competencies with those below them. @returns the ids of the topmost ones */
function addItems(draft: Draft, items: readonly NewItem[], place: Place, firstId?: string): readonly string[] {
  if (place.parent !== null) required(draft.get(place.parent));
  const added: string[] = [];
  let { after } = place;
  for (const [i, { fields, children }] of items.entries()) {
    const isKnown = i === 0 && firstId !== undefined;
    const competency = newObject(
      'Competency',
      fields,
      isKnown ? { ...draft.maker, newId: () => firstId } : draft.maker,
    );
    const id = idOf(competency);
    draft.set(competency);
    draft.position(id, { parent: place.parent, after });
    if (place.parent !== null) draft.connect(id, place.parent);
    after = addBelow(draft, children, id) ?? id;
    added.push(id);
  }
  return added;
}

/** Creates what is below a new competency. @returns the last one in the list; null: there is none */
function addBelow(draft: Draft, items: readonly NewItem[], parent: string): string | null {
  let last: string | null = null;
  for (const { fields, children } of items) {
    const competency = newObject('Competency', fields, draft.maker);
    const id = idOf(competency);
    draft.set(competency);
    draft.position(id, { parent, after: last ?? parent });
    draft.connect(id, parent);
    last = addBelow(draft, children, id) ?? id;
  }
  return last;
}

function editAll(draft: Draft, edits: ReadonlyMap<string, Fields>): Outcome {
  for (const [id, fields] of edits) {
    const object: JsonObject = { ...required(draft.get(id)) };
    setFields(object, fields);
    draft.set(object);
  }
  return draft.finish();
}

function restore(before: OutlineState, objects: ReadonlyMap<string, JsonObject | null>): Outcome {
  const state = withObjects(before, objects);
  const changes = [...objects].flatMap(([id, object]) => diff(id, before.objects.get(id) ?? null, object) ?? []);
  return { state, changes, inverse: changes.map(invert), added: [] };
}

function link(draft: Draft, id: string, place: Place): Outcome {
  if (place.parent === null || id === place.parent) throw new CommandRefused('below-itself');
  required(draft.get(id));
  required(draft.get(place.parent));
  draft.connect(id, place.parent);
  return draft.finish();
}

function relate(draft: Draft, { source, target, type, fields }: Extract<Command, { kind: 'relate' }>): Outcome {
  if (source === target) throw new CommandRefused('below-itself');
  if (type === 'narrows' && draft.state.tree.edges.has(edgeKey(source, target))) {
    throw new CommandRefused('already-there');
  }
  draft.append('relation', newObject('Relation', { source, target, relationType: type, ...fields }, draft.maker));
  return draft.finish();
}

function addPart(draft: Draft, { part, competency, fields }: Extract<Command, { kind: 'add-part' }>): Outcome {
  const type = part === 'level' ? 'Level' : 'RollupRule';
  return draft.finish([draft.append(part, newObject(type, { competency, ...fields }, draft.maker))]);
}

function removePart(draft: Draft, id: string): Outcome {
  const kind = partKindOf(required(draft.get(id)));
  if (kind !== 'level' && kind !== 'rollupRule') throw new CommandRefused('unknown-object');
  draft.remove(id, kind);
  return draft.finish();
}
