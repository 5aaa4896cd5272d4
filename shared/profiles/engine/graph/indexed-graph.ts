import type { ProfileCompetency, ProfileGraph, ProfileRelation } from '../model.ts';
import { holdsAt, type RelationType, relationType } from '../relations.ts';
import { compareText } from '../text-order.ts';

/** The graph with integers for ids. Competencies are numbered by position: listed ones first, in the framework's order. */
export type IndexedGraph = {
  readonly size: number;
  readonly competencies: readonly ProfileCompetency[];
  /** Competencies with a smaller number than this are the framework's own; the others are outside. */
  readonly listed: number;
  /** The relations that have an effect at the time, sorted by target, source and type, which together are unique. */
  readonly relations: readonly IndexedRelation[];
  /** The number of the competency with this id, versioned or not; undefined when it is not in the graph. */
  find(id: string): number | undefined;
};

/** A relation between competencies of the graph. */
export type IndexedRelation = {
  readonly id: string;
  readonly type: RelationType;
  readonly source: number;
  readonly target: number;
};

/** Ids that contain one of these carry a version as a last segment of digits. */
const VERSIONED_PATHS = ['/api/data/', '/api/custom/data/'];

/**
 * Numbers the competencies and sorts the relations (specification: profile rule 1), so that no later step depends on the order
 * of the input.
 *
 * @param time UTC milliseconds: relations that do not hold at this time are left out
 */
export function indexGraph(graph: ProfileGraph, time: number): IndexedGraph {
  const byId = new Map<string, ProfileCompetency>();
  for (const competency of graph.competencies) byId.set(competency.id, theSame(byId.get(competency.id), competency));
  const numbers = new Map<string, number>();
  for (const name of graph.framework.competencies) {
    const id = byId.has(name) ? name : withoutVersion(name);
    if (byId.has(id) && !numbers.has(id)) numbers.set(id, numbers.size);
  }
  const listed = numbers.size;
  for (const id of [...byId.keys()].filter((key) => !numbers.has(key)).sort(compareText)) numbers.set(id, numbers.size);
  const find = (id: string): number | undefined => numbers.get(id) ?? numbers.get(withoutVersion(id));
  const competencies = [...numbers.keys()].map((id) => byId.get(id) ?? { id });
  return { size: numbers.size, competencies, listed, relations: indexRelations(graph.relations, find, time), find };
}

function indexRelations(
  relations: readonly ProfileRelation[],
  find: IndexedGraph['find'],
  time: number,
): IndexedRelation[] {
  const indexed: IndexedRelation[] = [];
  for (const relation of relations) {
    const type = relationType(relation.type);
    if (type === null || !holdsAt(relation, time)) continue;
    const source = find(relation.source);
    const target = find(relation.target);
    if (source !== undefined && target !== undefined) indexed.push({ id: relation.id, type, source, target });
  }
  indexed.sort((a, b) => compareEnds(a, b) || compareText(a.id, b.id));
  return indexed.filter((relation, position) => {
    const before = indexed[position - 1];
    return before === undefined || compareEnds(before, relation) !== 0;
  });
}

function compareEnds(a: IndexedRelation, b: IndexedRelation): number {
  return a.target - b.target || a.source - b.source || compareText(a.type, b.type);
}

/** Chooses one of two objects with the same id, regardless of their order. */
export function theSame<Item>(a: Item | undefined, b: Item): Item {
  if (a === undefined || a === b) return b;
  return JSON.stringify(a) <= JSON.stringify(b) ? a : b;
}

/** The short id of an id in a data address; other ids unchanged. */
export function withoutVersion(id: string): string {
  const slash = id.lastIndexOf('/');
  const versioned = /^[0-9]+$/.test(id.slice(slash + 1)) && VERSIONED_PATHS.some((path) => id.includes(path));
  return versioned ? id.slice(0, slash) : id;
}
