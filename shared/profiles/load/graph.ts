import { nextTask } from '../../concurrency/next-task.ts';
import { Problem } from '../../errors/problem.ts';
import { member } from '../../linked-data/json.ts';
import { checkLimit, limitsOf } from '../../profile-engine/limits.ts';
import type { ProfileCompetency, ProfileGraph, ProfileLimits, ProfileRelation } from '../../profile-engine/model.ts';
import { holdsAt } from '../../profile-engine/validity.ts';
import type { LoadContext, LoadOptions } from './context.ts';
import { frameworksListing } from './frameworks.ts';
import { type CompetencyIds, createCompetencyIds, shortIdOf } from './ids.ts';
import { isCompetency, listedIn, readCompetency, readRelation } from './members.ts';
import { type ReadObject, readChunks } from './objects.ts';
import type { ProfileRights } from './rights.ts';

/** Frameworks that lead to one another; each costs rounds of reading. */
const MAX_ROUNDS = 100;

/** A framework that lists more ids takes milliseconds to parse and to resolve. */
const MANY_IDS = 1000;

/** The graph around a framework. */
export type LoadedGraph = {
  readonly graph: Pick<ProfileGraph, 'framework' | 'competencies' | 'relations'>;
  readonly ids: CompetencyIds;
};

/** A graph while it grows. */
type Growing = {
  readonly ids: CompetencyIds;
  readonly limits: ProfileLimits;
  /** The time as of which relations hold, UTC milliseconds. */
  readonly time: number;
  readonly competencies: Map<string, ProfileCompetency>;
  readonly relations: Map<string, ProfileRelation>;
  /** Short ids of the frameworks that relations of a competency led to. */
  readonly related: Map<string, Set<string>>;
  /** Names that a framework lists and that were looked up, found or not. */
  readonly tried: Set<string>;
};

/**
 * Reads the contents of a framework and, unless they are to be left out, the contents of other frameworks that relations lead to
 * (specification: profile rule 1), level by level in few large reads. Only relations that a framework lists count. What the
 * caller may not read is left out, and relations to it lead nowhere.
 *
 * @throws Problem `profile-too-large` (422)
 */
export async function loadGraph(
  ctx: LoadContext,
  framework: ReadObject,
  rights: ProfileRights,
  options: LoadOptions,
): Promise<LoadedGraph> {
  const growing: Growing = {
    ids: createCompetencyIds(ctx.config.bases),
    limits: limitsOf(options.limits),
    time: options.targetDateTime ?? options.now,
    competencies: new Map(),
    relations: new Map(),
    related: new Map(),
    tried: new Set(),
  };
  const listed = listedIn(framework.object);
  if (listed.competency.length > MANY_IDS) await nextTask();
  await addFrameworks(ctx, growing, [framework], rights);
  if (options.avoidOutsideFrameworks !== true) await addOutside(ctx, growing, framework, rights);
  const { competencies, relations, related, ids } = growing;
  const own = [...listed.competency, ...listed.relation].map((id) => ids.resolve(id));
  return {
    ids,
    graph: {
      framework: {
        id: framework.shortId,
        name: member(framework.object, 'name'),
        competencies: own.filter((id) => competencies.has(id)),
      },
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
  const listed = frameworks.map(({ object }) => listedIn(object));
  const competencies = untried(
    ctx,
    growing,
    listed.flatMap(({ competency }) => competency),
  );
  const relations = untried(
    ctx,
    growing,
    listed.flatMap(({ relation }) => relation),
  );
  checkLimit(growing.limits, 'competencies', growing.competencies.size + competencies.length);
  checkLimit(growing.limits, 'relations', growing.relations.size + relations.length);
  if (competencies.length + relations.length > MANY_IDS) await nextTask();
  await Promise.all([addMembers(ctx, growing, competencies, rights), addMembers(ctx, growing, relations, rights)]);
}

/** Adds what frameworks list. Whether it is a competency or a relation, its type decides, not the list that it is in. */
async function addMembers(
  ctx: LoadContext,
  growing: Growing,
  names: readonly string[],
  rights: ProfileRights,
): Promise<void> {
  const { limits, competencies, relations } = growing;
  for await (const chunk of readChunks(ctx, names, rights)) {
    for (const [name, read] of chunk) {
      if (addCompetency(growing, name, read)) continue;
      const relation = readRelation(read);
      if (relation !== null) relations.set(relation.id, relation);
    }
    checkLimit(limits, 'competencies', competencies.size);
    checkLimit(limits, 'relations', relations.size);
  }
}

/** @returns false when it is not a competency that can be read */
function addCompetency({ competencies, ids }: Growing, name: string, read: ReadObject): boolean {
  if (!isCompetency(read.object)) return false;
  ids.addAlias(name, read.shortId);
  competencies.set(read.shortId, readCompetency(read));
  return true;
}

/** The short ids that were not looked up yet; they are in `tried` afterwards. */
function untried(
  ctx: LoadContext,
  { tried, competencies, ids }: Growing,
  listed: readonly string[],
): readonly string[] {
  const names = new Set(listed.map((id) => shortIdOf(id, ctx.config.bases)));
  const fresh = [...names].filter((name) => !tried.has(name) && !competencies.has(ids.resolve(name)));
  for (const name of fresh) tried.add(name);
  return fresh;
}

/** The ends of relations outside of the graph, each with the competencies of the graph at the other end. */
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
    for (const end of boundary.keys()) searched.add(end);
    const outside = await addEnds(ctx, growing, boundary, rights);
    const listing = await frameworksListing(ctx, [...outside.keys()], rights);
    for (const { shortId, lists } of listing) {
      for (const end of lists) for (const inside of outside.get(end) ?? []) relate(growing, inside, shortId);
    }
    const unknown = listing.filter(({ shortId }) => !added.has(shortId));
    for (const { shortId } of unknown) added.add(shortId);
    await addFrameworks(ctx, growing, unknown, rights);
  }
}

/**
 * Adds the competencies among the ends. Ends that are missing or that the caller may not read lead nowhere.
 *
 * @returns those that were added, each under every known name
 */
async function addEnds(
  ctx: LoadContext,
  growing: Growing,
  boundary: Boundary,
  rights: ProfileRights,
): Promise<Boundary> {
  const { limits, competencies, tried } = growing;
  const names = [...boundary.keys()].filter((end) => !tried.has(end));
  checkLimit(limits, 'competencies', competencies.size + names.length);
  const added = new Map<string, Set<string>>();
  const known = new Set(competencies.keys());
  for await (const chunk of readChunks(ctx, names, rights)) {
    for (const [name, read] of chunk) {
      if (!addCompetency(growing, name, read) || known.has(read.shortId)) continue;
      const insides = added.get(read.shortId) ?? new Set();
      for (const inside of boundary.get(name) ?? []) insides.add(inside);
      added.set(read.shortId, insides).set(name, insides);
    }
  }
  return added;
}

function boundaryOf({ relations, competencies, ids, time }: Growing, searched: ReadonlySet<string>): Boundary {
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
}

function relate({ related }: Growing, competency: string, framework: string): void {
  related.set(competency, (related.get(competency) ?? new Set()).add(framework));
}
