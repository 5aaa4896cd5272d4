import { readableKind } from '../../repository/frameworks/kinds.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { shortIdOf } from '../../repository/linked-data/references.ts';
import { checkLimit } from '../engine/limits.ts';
import type { ProfileCompetency, ProfileGraph, ProfileLimits, ProfileRelation } from '../engine/model.ts';
import { holdsAt } from '../engine/relations.ts';
import { type CompetencyIds, createCompetencyIds } from './ids.ts';
import { readCompetency, readRelation } from './members.ts';

/** Competencies and relations of a graph. */
export type GraphParts = Pick<ProfileGraph, 'competencies' | 'relations'>;

/** The ends of relations outside of the graph, each with the competencies of the graph at the other end. */
export type Boundary = ReadonlyMap<string, ReadonlySet<string>>;

/** A graph that grows while frameworks are read. */
export type GraphBuilder = {
  readonly ids: CompetencyIds;
  /** The short ids among these that were not looked up yet, and marks them as looked up, whether or not they are found. */
  readonly takeNew: (listed: readonly string[]) => readonly string[];
  /** The names among these that were not looked up yet. */
  readonly notLookedUp: (names: Iterable<string>) => readonly string[];
  /**
   * Checks the limits as if the graph had this many more competencies and relations.
   *
   * @throws Problem `profile-too-large` (422)
   */
  readonly checkRoomFor: (more: { readonly competencies: number; readonly relations: number }) => void;
  /** @returns false for an object that is not a readable competency */
  readonly addCompetency: (name: string, read: ReadObject) => boolean;
  /** Adds a competency or a relation, depending on its type. Ignores other objects. */
  readonly add: (name: string, read: ReadObject) => void;
  readonly has: (shortId: string) => boolean;
  /** Short ids of the competencies. */
  readonly competencies: () => readonly string[];
  /** Notes that a relation of a competency led to a framework. */
  readonly addRelatedFramework: (competency: string, framework: string) => void;
  /** The current boundary, without ends that were searched already. */
  readonly boundary: (searched: ReadonlySet<string>) => Boundary;
  readonly parts: () => GraphParts;
};

/**
 * An empty graph.
 *
 * @param time UTC milliseconds: only relations that hold at this time are added
 * @param bases own addresses
 */
export function createGraphBuilder(time: number, limits: ProfileLimits, bases: readonly string[]): GraphBuilder {
  const ids = createCompetencyIds(bases);
  const competencies = new Map<string, ProfileCompetency>();
  const relations = new Map<string, ProfileRelation>();
  const relatedFrameworks = new Map<string, Set<string>>();
  const lookedUp = new Set<string>();

  function addCompetency(name: string, read: ReadObject): boolean {
    if (readableKind(read.object) !== 'competency') return false;
    ids.addAlias(name, read.shortId);
    competencies.set(read.shortId, readCompetency(read));
    return true;
  }

  return {
    ids,
    takeNew(listed) {
      const names = new Set(listed.map((id) => shortIdOf(id, bases)));
      const found = [...names].filter((name) => !lookedUp.has(name) && !competencies.has(ids.resolve(name)));
      for (const name of found) lookedUp.add(name);
      return found;
    },
    notLookedUp: (names) => [...names].filter((name) => !lookedUp.has(name)),
    checkRoomFor(more) {
      checkLimit(limits, 'competencies', competencies.size + more.competencies);
      checkLimit(limits, 'relations', relations.size + more.relations);
    },
    addCompetency,
    add(name, read) {
      if (addCompetency(name, read)) return;
      const relation = readRelation(read);
      if (relation !== null) relations.set(relation.id, relation);
    },
    has: (shortId) => competencies.has(shortId),
    competencies: () => [...competencies.keys()],
    addRelatedFramework(competency, framework) {
      const frameworks = relatedFrameworks.get(competency) ?? new Set();
      relatedFrameworks.set(competency, frameworks.add(framework));
    },
    boundary(searched) {
      const boundary = new Map<string, Set<string>>();
      const add = (inside: string, outside: string): void => {
        if (!competencies.has(inside) || competencies.has(outside) || searched.has(outside)) return;
        boundary.set(outside, (boundary.get(outside) ?? new Set()).add(inside));
      };
      for (const relation of relations.values()) {
        if (!holdsAt(relation, time)) continue;
        const source = ids.resolve(relation.source);
        const target = ids.resolve(relation.target);
        add(source, target);
        add(target, source);
      }
      return boundary;
    },
    parts: () => ({
      competencies: [...competencies.values()].map((one) => {
        const frameworks = relatedFrameworks.get(one.id);
        return frameworks === undefined ? one : { ...one, relatedFrameworks: [...frameworks].sort() };
      }),
      relations: [...relations.values()].map((one) => {
        return { ...one, source: ids.resolve(one.source), target: ids.resolve(one.target) };
      }),
    }),
  };
}
