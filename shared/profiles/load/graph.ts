import { nextTask } from '../../base/concurrency/slices.ts';
import { Problem } from '../../base/errors/problem.ts';
import { ownKind } from '../../repository/frameworks/kinds.ts';
import { frameworksListing } from '../../repository/frameworks/listing.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { type JsonObject, member } from '../../repository/linked-data/json.ts';
import { idsIn } from '../../repository/linked-data/references.ts';
import { limitsOf } from '../engine/limits.ts';
import type { ProfileGraph } from '../engine/model.ts';
import type { LoadContext, LoadOptions } from './context.ts';
import { type Boundary, createGraphBuilder, type GraphBuilder } from './graph-builder.ts';
import type { CompetencyIds } from './ids.ts';

/** Maximum number of rounds of reading, in each of which frameworks lead to other frameworks. */
const MAX_ROUNDS = 100;

/** Maximum number of other frameworks that list competencies of the graph. */
const MAX_FRAMEWORKS = 5000;

/** Lists with more ids than this take milliseconds to parse and resolve. */
const MANY_IDS = 1000;

/** The graph around a framework. */
export type LoadedGraph = {
  readonly graph: Pick<ProfileGraph, 'framework' | 'competencies' | 'relations'>;
  readonly ids: CompetencyIds;
};

/**
 * Reads the contents of a framework and, unless the options exclude them, the contents of other frameworks that relations lead to
 * (specification: profile rule 1), level by level in few large reads. Only relations that a framework lists have an effect. Objects
 * that the caller may not read are left out, and relations to them lead nowhere.
 *
 * @throws Problem `profile-too-large` (422)
 */
export async function loadGraph(
  ctx: LoadContext,
  framework: ReadObject,
  { targetDateTime, now, limits, avoidOutsideFrameworks }: LoadOptions,
): Promise<LoadedGraph> {
  const builder = createGraphBuilder(targetDateTime ?? now, limitsOf(limits), ctx.config.bases);
  const listed = listsOf(framework.object).flat();
  if (listed.length > MANY_IDS) await nextTask();
  await addFrameworks(ctx, builder, [framework]);
  if (avoidOutsideFrameworks !== true) await addOutside(ctx, builder, framework);
  const own = listed.map((id) => builder.ids.resolve(id));
  return {
    ids: builder.ids,
    graph: {
      framework: {
        id: framework.shortId,
        name: member(framework.object, 'name'),
        competencies: own.filter((id) => builder.has(id)),
      },
      ...builder.parts(),
    },
  };
}

/** The members that list the contents of a framework. */
const LISTS = ['competency', 'relation'];

/** The listed ids, unchanged. Their objects tell which of them are competencies and which are relations. */
function listsOf(framework: JsonObject): readonly (readonly string[])[] {
  return LISTS.map((name) => idsIn(member(framework, name)));
}

async function addFrameworks(
  ctx: LoadContext,
  builder: GraphBuilder,
  frameworks: readonly ReadObject[],
): Promise<void> {
  const listed = frameworks.map(({ object }) => listsOf(object));
  const competencies = builder.takeNew(listed.flatMap(([ids = []]) => ids));
  const relations = builder.takeNew(listed.flatMap(([, ids = []]) => ids));
  builder.checkRoomFor({ competencies: competencies.length, relations: relations.length });
  if (competencies.length + relations.length > MANY_IDS) await nextTask();
  await Promise.all([addMembers(ctx, builder, competencies), addMembers(ctx, builder, relations)]);
}

/** Adds the objects that frameworks list, whether or not they are in the right list. */
async function addMembers(ctx: LoadContext, builder: GraphBuilder, names: readonly string[]): Promise<void> {
  for await (const [name, read] of ctx.reader.readEach(names)) {
    builder.add(name, read);
    builder.checkRoomFor({ competencies: 0, relations: 0 });
  }
}

async function addOutside(ctx: LoadContext, builder: GraphBuilder, framework: ReadObject): Promise<void> {
  const added = new Set([framework.shortId]);
  const searched = new Set<string>();
  for (let round = 0; ; round++) {
    const boundary = builder.boundary(searched);
    if (boundary.size === 0) return;
    if (round === MAX_ROUNDS) {
      throw new Problem(
        'profile-too-large',
        `Relations lead through more than ${MAX_ROUNDS} frameworks, one after the other.`,
      );
    }
    for (const end of boundary.keys()) searched.add(end);
    const outside = await addEnds(ctx, builder, boundary);
    const listing = await frameworksListing(ctx.reader, [...outside.keys()], {
      lists: LISTS,
      isFramework: (object) => ownKind(object) === 'framework',
      bases: ctx.config.bases,
      checkCount,
    });
    for (const { read, lists } of listing) {
      for (const end of lists) {
        for (const inside of outside.get(end) ?? []) builder.addRelatedFramework(inside, read.shortId);
      }
    }
    const newFrameworks = listing.flatMap(({ read }) => (added.has(read.shortId) ? [] : [read]));
    for (const { shortId } of newFrameworks) added.add(shortId);
    await addFrameworks(ctx, builder, newFrameworks);
  }
}

function checkCount(frameworks: number): void {
  if (frameworks <= MAX_FRAMEWORKS) return;
  throw new Problem('profile-too-large', `Relations lead to more than ${MAX_FRAMEWORKS} other frameworks.`);
}

/**
 * Adds the competencies among the ends. Ends that are missing or that the caller may not read lead nowhere.
 *
 * @returns the competencies that were added, each under every known name
 */
async function addEnds(ctx: LoadContext, builder: GraphBuilder, boundary: Boundary): Promise<Boundary> {
  const names = builder.notLookedUp(boundary.keys());
  builder.checkRoomFor({ competencies: names.length, relations: 0 });
  const added = new Map<string, Set<string>>();
  const known = new Set(builder.competencies());
  for await (const [name, read] of ctx.reader.readEach(names)) {
    if (!builder.addCompetency(name, read) || known.has(read.shortId)) continue;
    const insides = added.get(read.shortId) ?? new Set();
    for (const inside of boundary.get(name) ?? []) insides.add(inside);
    added.set(read.shortId, insides).set(name, insides);
  }
  return added;
}
