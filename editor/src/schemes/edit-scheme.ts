import { type JsonObject, member, setMember } from '../../../shared/repository/linked-data/json.ts';
import { CommandRefused, type NewItem, type Place } from '../outline/command.ts';
import { goneWith } from '../outline/delete.ts';
import { diff } from '../outline/patch.ts';
import { frameworkOf, type OutlineState } from '../outline/state.ts';
import { subtreeOf } from '../outline/tree.ts';
import { isConcept, isProgression, setLink } from './concept-links.ts';
import { type ConceptMaker, newConcept } from './new-scheme.ts';

/** Objects after an edit, by id; null: deleted. They are the contents of one command `restore`, and so one step of undo. */
export type SchemeEdit = ReadonlyMap<string, JsonObject | null>;

/** How a concept moves among the others. */
export type ConceptMove = 'indent' | 'outdent' | 'up' | 'down';

/** Adds concepts with those below them. @param items with the members of concepts */
export function addConcepts(
  state: OutlineState,
  items: readonly NewItem[],
  place: Place,
  maker: ConceptMaker,
): { readonly edit: SchemeEdit; readonly added: readonly string[] } {
  const order = orderOf(state);
  const objects = new Map<string, JsonObject>();
  const scheme = frameworkOf(state);
  const make = (item: NewItem): string => {
    const concept = newConcept(scheme, state.frameworkId, item.fields, maker);
    const id = String(concept['@id']);
    objects.set(id, concept);
    order.set(id, item.children.map(make));
    return id;
  };
  const added = items.map(make);
  const siblings = order.get(place.parent) ?? [];
  const at = place.after === null ? 0 : siblings.indexOf(place.after) + 1 || siblings.length;
  order.set(place.parent, siblings.toSpliced(at, 0, ...added));
  return { edit: arranged(state, order, objects), added };
}

/** Moves a concept that is below this parent, with all below it. @throws CommandRefused */
export function moveConcept(state: OutlineState, id: string, parent: string | null, how: ConceptMove): SchemeEdit {
  const order = orderOf(state);
  const siblings = order.get(parent) ?? [];
  const at = siblings.indexOf(id);
  if (at === -1) throw new CommandRefused('unknown-object');
  const without = siblings.toSpliced(at, 1);
  switch (how) {
    case 'up':
    case 'down': {
      const to = how === 'up' ? at - 1 : at + 1;
      if (to < 0 || to >= siblings.length) return new Map();
      order.set(parent, without.toSpliced(to, 0, id));
      break;
    }
    case 'indent': {
      const before = siblings[at - 1];
      if (before === undefined) throw new CommandRefused('no-sibling-before');
      if (subtreeOf(state.tree, id).includes(before)) throw new CommandRefused('below-itself');
      order.set(parent, without);
      order.set(before, [...(order.get(before) ?? []).filter((one) => one !== id), id]);
      break;
    }
    case 'outdent': {
      if (parent === null) throw new CommandRefused('at-the-top');
      const [above = null] = state.tree.parents.get(parent) ?? [];
      const aunts = (order.get(above) ?? []).filter((one) => one !== id);
      order.set(parent, without);
      order.set(above, aunts.toSpliced(aunts.indexOf(parent) + 1, 0, id));
    }
  }
  return arranged(state, order, new Map());
}

/** Deletes a concept with everything below it that is nowhere else. */
export function deleteConcept(state: OutlineState, id: string): SchemeEdit {
  const gone = goneWith(state, [id]);
  const order = new Map([...orderOf(state)].map(([parent, ids]) => [parent, ids.filter((one) => !gone.has(one))]));
  return new Map([...arranged(state, order, new Map(), gone), ...[...gone].map((one) => [one, null] as const)]);
}

/** Makes a scheme a progression model, whose concepts are levels (CTDL-ASN), or a plain scheme again. */
export function withProgression(state: OutlineState, isModel: boolean): SchemeEdit {
  const edit = new Map<string, JsonObject>();
  for (const [id, object] of state.objects) {
    const next = { ...object };
    if (isModel) next.subType = 'Progression';
    else delete next.subType;
    if (isConcept(object)) {
      setLink(next, 'inScheme', isModel ? [] : [state.frameworkId]);
      delete next['ceasn:inProgressionModel'];
      if (isModel) setMember(next, 'ceasn:inProgressionModel', state.frameworkId);
    }
    edit.set(id, next);
  }
  return edit;
}

/**
 * The objects whose links are completed: afterwards every concept is reached from the scheme by `skos:hasTopConcept` and `skos:narrower`
 * alone, which is the only way to those that are encrypted.
 */
export function completeLinks(state: OutlineState): ReadonlyMap<string, JsonObject> {
  const changed = new Map<string, JsonObject>();
  for (const [id, object] of arranged(state, orderOf(state), new Map())) {
    if (object !== null && diff(id, state.objects.get(id) ?? null, object) !== null) changed.set(id, object);
  }
  return changed;
}

type Order = Map<string | null, readonly string[]>;

/** The children of each concept, and the topmost ones, which are those of null. */
function orderOf({ tree }: OutlineState): Order {
  return new Map<string | null, readonly string[]>([[null, tree.roots], ...tree.children]);
}

/** The objects whose links change when the concepts are in this order. */
function arranged(
  state: OutlineState,
  order: Order,
  added: ReadonlyMap<string, JsonObject>,
  gone: ReadonlySet<string> = new Set(),
): SchemeEdit {
  const parents = new Map<string, string[]>();
  for (const [parent, ids] of order) {
    if (parent === null || gone.has(parent)) continue;
    for (const id of ids) parents.set(id, [...(parents.get(id) ?? []), parent]);
  }
  const tops = order.get(null) ?? [];
  const edit = new Map<string, JsonObject>(added);
  const change = (id: string, object: JsonObject, set: (next: JsonObject) => void): void => {
    const next = { ...object };
    set(next);
    edit.set(id, next);
  };
  for (const [id, object] of [...state.objects, ...added]) {
    if (!isConcept(object) || gone.has(id)) continue;
    change(id, object, (next) => {
      setLink(next, 'narrower', order.get(id) ?? []);
      setLink(next, 'broader', parents.get(id) ?? []);
      setLink(next, 'topConceptOf', tops.includes(id) ? [state.frameworkId] : []);
    });
  }
  change(state.frameworkId, frameworkOf(state), (next) => setLink(next, 'hasTopConcept', tops));
  return edit;
}

/** The number of a level in a progression model, from 1; null for a plain scheme, and for what is not at the top. */
export function levelNumber(state: OutlineState, id: string): number | null {
  const at = isProgression(frameworkOf(state)) ? state.tree.roots.indexOf(id) : -1;
  return at === -1 ? null : at + 1;
}

/** The name of the member that has the scheme's name, or its description: those in use, else those of the exchange formats. */
export function memberFor(scheme: JsonObject, what: 'name' | 'description'): string {
  const names = {
    name: ['dcterms:title', 'skos:prefLabel', 'name', 'schema:name', 'rdfs:label'],
    description: ['dcterms:description', 'skos:definition', 'description', 'schema:description', 'rdfs:comment'],
  }[what];
  return names.find((name) => member(scheme, name) !== undefined) ?? names[0] ?? what;
}
