import { Problem } from '../../errors/problem.ts';
import { member } from '../../linked-data/json.ts';
import { checkLimit, limitsOf } from '../limits.ts';
import type { ProfileCompetency, ProfileGraph, ProfileLimits, ProfileRelation } from '../model.ts';
import { type CompetencyIds, createCompetencyIds } from './competency-ids.ts';
import { idsIn, shortIdOf } from './ids.ts';
import type { LoadContext, LoadOptions } from './load-context.ts';
import { frameworksListing } from './outside-frameworks.ts';
import { isCompetency, items, readCompetency, readRelation } from './read-members.ts';
import { type ReadObject, readSlices } from './read-objects.ts';
import type { ProfileRights } from './rights.ts';
import { turn } from './turn.ts';

/** Frameworks behind frameworks: each costs the rounds of reading of its own. */
const MAX_ROUNDS = 100;

/** Ids after which others get a turn. */
const MANY = 1000;

/** The graph around a framework, and by what ids it knows its competencies. */
export type LoadedGraph = {
  readonly graph: Pick<ProfileGraph, 'framework' | 'competencies' | 'relations'>;
  readonly ids: CompetencyIds;
};

/** A graph while it grows. */
type Growing = {
  readonly ids: CompetencyIds;
  readonly limits: ProfileLimits;
  readonly competencies: Map<string, ProfileCompetency>;
  readonly relations: Map<string, ProfileRelation>;
  /** Short ids of the frameworks that relations of a competency led to. */
  readonly related: Map<string, Set<string>>;
  /** Names that were read already, whatever came of it. */
  readonly tried: Set<string>;
};

/**
 * Reads what a framework consists of, and, unless that is to be avoided, what its relations lead to in other frameworks
 * (specification: profile rule 1): level by level, each in few large reads. Only relations that a framework lists count. What
 * the caller may not read is left out.
 *
 * @throws Problem `profile-too-large` (422)
 */
export async function loadGraph(
  ctx: LoadContext,
  framework: ReadObject,
  rights: ProfileRights,
  options: LoadOptions,
): Promise<LoadedGraph> {
  const { bases } = ctx.config;
  const growing: Growing = {
    ids: createCompetencyIds(bases),
    limits: limitsOf(options.limits),
    competencies: new Map(),
    relations: new Map(),
    related: new Map(),
    tried: new Set(),
  };
  if (items(member(framework.object, 'competency')).length > MANY) await turn(); // its megabytes have just been parsed
  await addFrameworks(ctx, growing, [framework], rights);
  if (options.avoidOutsideFrameworks !== true) await addOutside(ctx, growing, framework, rights);
  const { competencies, relations, related, ids } = growing;
  const own = idsIn(member(framework.object, 'competency')).map((id) => ids.resolve(id));
  return {
    ids,
    graph: {
      framework: { id: framework.shortId, name: member(framework.object, 'name'), competencies: own },
      competencies: [...competencies.values()].map((one) => {
        const frameworks = related.get(one.id);
        return frameworks === undefined ? one : { ...one, relatedFrameworks: [...frameworks].sort() };
      }),
      relations: [...relations.values()].map((one) => {
        return { ...one, source: ids.resolve(one.source), target: ids.resolve(one.target) };
      }),
    },
  };
}

async function addFrameworks(
  ctx: LoadContext,
  growing: Growing,
  frameworks: readonly ReadObject[],
  rights: ProfileRights,
): Promise<void> {
  const listed = (name: string) =>
    untried(
      ctx,
      growing,
      frameworks.flatMap(({ object }) => idsIn(member(object, name))),
    );
  const competencies = listed('competency');
  const relations = listed('relation');
  checkLimit(growing.limits, 'competencies', growing.competencies.size + competencies.length);
  checkLimit(growing.limits, 'relations', growing.relations.size + relations.length);
  if (competencies.length + relations.length > MANY) await turn();
  await Promise.all([
    addCompetencies(ctx, growing, competencies, rights),
    addRelations(ctx, growing, relations, rights),
  ]);
}

async function addCompetencies(
  ctx: LoadContext,
  { competencies, ids }: Growing,
  names: readonly string[],
  rights: ProfileRights,
): Promise<void> {
  for await (const slice of readSlices(ctx, names, rights)) {
    for (const [name, read] of slice) {
      if (!isCompetency(read.object)) continue;
      ids.learn(name, read.shortId);
      competencies.set(read.shortId, readCompetency(read));
    }
  }
}

async function addRelations(
  ctx: LoadContext,
  { relations }: Growing,
  names: readonly string[],
  rights: ProfileRights,
): Promise<void> {
  for await (const slice of readSlices(ctx, names, rights)) {
    for (const [, edge] of slice) {
      const relation = readRelation(edge);
      if (relation !== null) relations.set(relation.id, relation);
    }
  }
}

/** Short ids among these that were not read yet; they count as read from now on. */
function untried(ctx: LoadContext, { tried }: Growing, ids: readonly string[]): readonly string[] {
  const names = new Set(ids.map((id) => shortIdOf(id, ctx.config.bases)));
  const fresh = [...names].filter((name) => !tried.has(name));
  for (const name of fresh) tried.add(name);
  return fresh;
}

/** An end of a relation that is no competency of the graph, with those at the other ends, which are. */
type Boundary = ReadonlyMap<string, ReadonlySet<string>>;

async function addOutside(
  ctx: LoadContext,
  growing: Growing,
  framework: ReadObject,
  rights: ProfileRights,
): Promise<void> {
  const added = new Set([framework.shortId]);
  const searched = new Set<string>();
  for (let round = 0; ; round++) {
    const boundary = boundaryOf(growing, searched);
    if (boundary.size === 0) return;
    if (round === MAX_ROUNDS) {
      throw new Problem(
        'profile-too-large',
        `Relations lead through more than ${MAX_ROUNDS} frameworks, one after the other.`,
      );
    }
    const ends = [...boundary.keys()];
    for (const end of ends) searched.add(end);
    const fresh = untried(ctx, growing, ends);
    checkLimit(growing.limits, 'competencies', growing.competencies.size + fresh.length);
    const [listing] = await Promise.all([
      frameworksListing(ctx, ends, rights),
      addCompetencies(ctx, growing, fresh, rights),
    ]);
    for (const { shortId, lists } of listing) {
      for (const end of lists) for (const inside of boundary.get(end) ?? []) relate(growing, inside, shortId);
    }
    const unknown = listing.filter(({ shortId }) => !added.has(shortId));
    for (const { shortId } of unknown) added.add(shortId);
    await addFrameworks(ctx, growing, unknown, rights);
  }
}

function boundaryOf({ relations, competencies, ids }: Growing, searched: ReadonlySet<string>): Boundary {
  const boundary = new Map<string, Set<string>>();
  const add = (inside: string, outside: string): void => {
    if (!competencies.has(inside) || competencies.has(outside) || searched.has(outside)) return;
    boundary.set(outside, (boundary.get(outside) ?? new Set()).add(inside));
  };
  for (const relation of relations.values()) {
    const source = ids.resolve(relation.source);
    const target = ids.resolve(relation.target);
    add(source, target);
    add(target, source);
  }
  return boundary;
}

function relate({ related }: Growing, competency: string, framework: string): void {
  related.set(competency, (related.get(competency) ?? new Set()).add(framework));
}
