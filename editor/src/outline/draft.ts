import { type Json, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { CommandRefused, type Maker, type Outcome, type Place, required } from './command.ts';
import { newObject } from './new-object.ts';
import { diff, idList, invert, type PART_LISTS } from './patch.ts';
import { frameworkOf, type OutlineState, withObjects } from './state.ts';
import { edgeKey, subtreeOf } from './tree.ts';

type PartList = (typeof PART_LISTS)[number];

/** Collects what one command does to a state: objects, and the framework's lists of them. */
export type Draft = {
  readonly state: OutlineState;
  readonly maker: Maker;
  readonly get: (id: string) => JsonObject | undefined;
  readonly set: (object: JsonObject) => void;
  /** Removes an object from the framework and deletes it. */
  readonly remove: (id: string, list: PartList) => void;
  /** Adds an object to the end of a list. */
  readonly append: (list: PartList, object: JsonObject) => string;
  /** Adds a competency to the list where its place among its siblings is, or moves it there. */
  readonly position: (id: string, place: Place) => void;
  /** Puts a competency below a parent. @throws CommandRefused `already-there` */
  readonly connect: (child: string, parent: string) => void;
  /** Removes a competency from below a parent; has no effect without a relation. */
  readonly disconnect: (child: string, parent: string) => void;
  readonly finish: (added?: readonly string[]) => Outcome;
};

export function createDraft(state: OutlineState, maker: Maker): Draft {
  const changed = new Map<string, JsonObject | null>();
  const lists = new Map<PartList, string[]>();

  function get(id: string): JsonObject | undefined {
    const object = changed.get(id);
    return object === null ? undefined : (object ?? state.objects.get(id));
  }

  /** A list of the framework, to be changed in place. Entries keep the spelling of their ids. */
  function listOf(name: PartList): string[] {
    const known = lists.get(name);
    if (known !== undefined) return known;
    const list = [...(idList(member(frameworkOf(state), name)) ?? [])];
    lists.set(name, list);
    return list;
  }

  function indexIn(list: readonly string[], id: string): number {
    const exact = list.indexOf(id);
    return exact === -1 ? list.findIndex((entry) => entry.startsWith(id) && shortIdOf(entry, []) === id) : exact;
  }

  function takeOut(name: PartList, id: string): string | null {
    const list = listOf(name);
    const index = indexIn(list, id);
    return index === -1 ? null : (list.splice(index, 1)[0] ?? null);
  }

  function indexOfPlace({ parent, after }: Place): number {
    const list = listOf('competency');
    if (after !== null) return indexIn(list, after) + 1 || list.length;
    const siblings = parent === null ? state.tree.roots : (state.tree.children.get(parent) ?? []);
    const first = siblings.map((id) => indexIn(list, id)).find((index) => index !== -1);
    if (first !== undefined) return first;
    return (parent === null ? 0 : indexIn(list, parent) + 1) || list.length;
  }

  return {
    state,
    maker,
    get,
    set: (object) => changed.set(idOf(object), object),
    remove(id, list) {
      takeOut(list, id);
      changed.set(id, null);
    },
    append(list, object) {
      const id = idOf(object);
      changed.set(id, object);
      listOf(list).push(id);
      return id;
    },
    position(id, place) {
      const entry = (state.objects.has(id) ? takeOut('competency', id) : null) ?? id; // a new one is in no list
      listOf('competency').splice(indexOfPlace(place), 0, entry);
    },
    connect(child, parent) {
      if (child === parent) throw new CommandRefused('below-itself');
      const known = state.tree.edges.get(edgeKey(child, parent));
      if (known !== undefined && get(known) !== undefined) throw new CommandRefused('already-there');
      const relation = newObject('Relation', { source: child, target: parent, relationType: 'narrows' }, maker);
      changed.set(idOf(relation), relation);
      listOf('relation').push(idOf(relation));
    },
    disconnect(child, parent) {
      const relation = state.tree.edges.get(edgeKey(child, parent));
      if (relation === undefined) return;
      takeOut('relation', relation);
      changed.set(relation, null);
    },
    finish(added = []) {
      const framework = frameworkWith(get(state.frameworkId), lists);
      if (framework !== null) changed.set(state.frameworkId, framework);
      const changes = [...changed].flatMap(([id, object]) => diff(id, state.objects.get(id) ?? null, object) ?? []);
      return { state: withObjects(state, changed), changes, inverse: changes.map(invert), added };
    },
  };
}

/** Whether something would be put below itself. */
export function isBelow(state: OutlineState, ancestor: string, id: string | null): boolean {
  return id !== null && (ancestor === id || subtreeOf(state.tree, ancestor).includes(id));
}

/** The short id of an object of the document. */
export function idOf(object: JsonObject): string {
  const id = member(object, '@id');
  if (typeof id !== 'string') throw new TypeError('An object of the document has no id.');
  return shortIdOf(id, []);
}

function frameworkWith(
  object: JsonObject | undefined,
  lists: ReadonlyMap<PartList, readonly string[]>,
): JsonObject | null {
  if (lists.size === 0) return null;
  const framework = { ...required(object) };
  for (const [name, list] of lists) {
    const before: Json | undefined = member(framework, name);
    if (list.length > 0 || before !== undefined) framework[name] = [...list];
  }
  return framework;
}
