import { scalarText, valuesOf } from '../../../../shared/exchange/frameworks/values.ts';
import { type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { NOTATION } from '../../outline/numbering.ts';
import { frameworkOf, listedIds, type OutlineState, relationOf } from '../../outline/state.ts';
import { subtreeOf } from '../../outline/tree.ts';
import { textIn } from '../../words/text-of.ts';
import { isSymmetric } from './kinds.ts';

/** A competency in the graph. */
export type GraphNode = {
  readonly id: string;
  /** Null: it has none, or it could not be read. */
  readonly name: string | null;
  readonly notation: string | null;
  /** It is in another framework, and a relation leads to it. */
  readonly isOutside: boolean;
};

/** A relation in the graph. */
export type GraphEdge = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly type: string;
};

/** Competencies, in the order of the outline, and the relations between them. A competency elsewhere follows the first one that it is related to. */
export type RelationGraph = {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
};

/**
 * The graph of a framework: its competencies, all of its relations, and the competencies elsewhere that these lead to.
 *
 * @param outside competencies of other frameworks that have been read, by short id
 */
export function relationGraph(
  state: OutlineState,
  outside: ReadonlyMap<string, JsonObject>,
  language: string,
): RelationGraph {
  const edges: GraphEdge[] = [];
  const known = new Set<string>();
  for (const id of listedIds(frameworkOf(state), 'relation')) {
    const object = state.objects.get(id);
    const relation = object === undefined ? null : relationOf(object);
    if (relation === null || relation.source === relation.target) continue;
    const { source, target, type } = relation;
    const key = statementKey(source, target, type);
    if (known.has(key)) continue;
    known.add(key);
    edges.push({ id, source, target, type });
  }
  const members = new Set(inOutlineOrder(state));
  const ends = edges.flatMap(({ source, target }) => [source, target]);
  const elsewhere = Map.groupBy(
    edges.flatMap(({ source, target }) => [
      { from: source, to: target },
      { from: target, to: source },
    ]),
    ({ from }) => from,
  );
  const nodes = new Map<string, GraphNode>();
  const add = (id: string): void => {
    const isOutside = !members.has(id);
    const object = isOutside ? outside.get(id) : state.objects.get(id);
    if (!nodes.has(id)) nodes.set(id, graphNode(id, object, isOutside, language));
  };
  for (const id of members) {
    add(id);
    for (const { to } of elsewhere.get(id) ?? []) {
      if (!members.has(to)) add(to);
    }
  }
  for (const id of ends) add(id);
  return { nodes, edges };
}

/** The ends of relations that are not competencies of the framework. */
export function outsideIds(state: OutlineState): readonly string[] {
  const members = new Set(membersOf(state));
  const ends = listedIds(frameworkOf(state), 'relation').flatMap((id) => {
    const object = state.objects.get(id);
    const relation = object === undefined ? null : relationOf(object);
    return relation === null ? [] : [relation.source, relation.target];
  });
  return [...new Set(ends)].filter((id) => !members.has(id));
}

/** The part of a graph with these nodes, and the relations among them of which the types are not hidden. */
export function partOf(
  { nodes, edges }: RelationGraph,
  ids: ReadonlySet<string>,
  hidden: ReadonlySet<string>,
): RelationGraph {
  return {
    nodes: new Map([...nodes].filter(([id]) => ids.has(id))),
    edges: edges.filter(({ source, target, type }) => ids.has(source) && ids.has(target) && !hidden.has(type)),
  };
}

/** How many relations of each type there are, the most frequent first. */
export function countTypes(edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of edges) counts.set(type, (counts.get(type) ?? 0) + 1);
  return new Map([...counts].sort(([, left], [, right]) => right - left));
}

/** The competencies whose name or notation has the words, in the order of the graph. */
export function findNodes({ nodes }: RelationGraph, words: string): readonly string[] {
  const text = words.trim().toLocaleLowerCase();
  if (text === '') return [];
  const has = (value: string | null): boolean => value?.toLocaleLowerCase().includes(text) ?? false;
  return [...nodes.values()].filter(({ name, notation }) => has(name) || has(notation)).map(({ id }) => id);
}

function membersOf(state: OutlineState): readonly string[] {
  return listedIds(frameworkOf(state), 'competency').filter((id) => state.objects.has(id));
}

/** Parents before their children, siblings in their order. */
function inOutlineOrder(state: OutlineState): readonly string[] {
  const { tree } = state;
  return [...tree.roots.flatMap((root) => subtreeOf(tree, root)), ...membersOf(state)];
}

function graphNode(id: string, object: JsonObject | undefined, isOutside: boolean, language: string): GraphNode {
  if (object === undefined) return { id, name: null, notation: null, isOutside };
  return { id, name: textIn(object, 'name', language), notation: notationOf(object), isOutside };
}

/** The coded notation of a competency; null without one. */
export function notationOf(object: JsonObject): string | null {
  const values = [NOTATION, 'codedNotation'].flatMap((name) => valuesOf(member(object, name), false));
  return values.flatMap((value) => scalarText(value) ?? [])[0] ?? null;
}

function statementKey(source: string, target: string, type: string): string {
  const [first, second] = isSymmetric(type) && target < source ? [target, source] : [source, target];
  return `${first} ${second} ${type}`;
}
