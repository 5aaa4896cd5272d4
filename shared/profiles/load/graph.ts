import { nextTask } from '../../base/concurrency/slices.ts';
import { Problem } from '../../base/errors/problem.ts';
import { member } from '../../repository/linked-data/json.ts';
import { limitsOf } from '../engine/limits.ts';
import type { ProfileGraph } from '../engine/model.ts';
import type { LoadContext, LoadOptions } from './context.ts';
import { frameworksListing } from './frameworks.ts';
import { type Boundary, createGraphBuilder, type GraphBuilder } from './graph-builder.ts';
import type { CompetencyIds } from './ids.ts';
import { listedIn } from './members.ts';
import { type ReadObject, readChunks } from './objects.ts';
import type { ProfileRights } from './rights.ts';

/** Limit of rounds of reading, in which frameworks lead to other frameworks. */
const MAX_ROUNDS = 100;

/** Lists with more ids take milliseconds to parse and to resolve. */
const MANY_IDS = 1000;

/** The graph around a framework. */
export type LoadedGraph = {
  readonly graph: Pick<ProfileGraph, 'framework' | 'competencies' | 'relations'>;
  readonly ids: CompetencyIds;
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
  { targetDateTime, now, limits, avoidOutsideFrameworks }: LoadOptions,
): Promise<LoadedGraph> {
  const builder = createGraphBuilder(targetDateTime ?? now, limitsOf(limits), ctx.config.bases);
  const listed = listedIn(framework.object);
  if (listed.competency.length > MANY_IDS) await nextTask();
  await addFrameworks(ctx, builder, [framework], rights);
  if (avoidOutsideFrameworks !== true) await addOutside(ctx, builder, framework, rights);
  const own = [...listed.competency, ...listed.relation].map((id) => builder.ids.resolve(id));
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

async function addFrameworks(
  ctx: LoadContext,
  builder: GraphBuilder,
  frameworks: readonly ReadObject[],
  rights: ProfileRights,
): Promise<void> {
  const listed = frameworks.map(({ object }) => listedIn(object));
  const competencies = builder.takeNew(listed.flatMap(({ competency }) => competency));
  const relations = builder.takeNew(listed.flatMap(({ relation }) => relation));
  builder.checkRoomFor({ competencies: competencies.length, relations: relations.length });
  if (competencies.length + relations.length > MANY_IDS) await nextTask();
  await Promise.all([addMembers(ctx, builder, competencies, rights), addMembers(ctx, builder, relations, rights)]);
}

/** Adds what frameworks list, whether it is in the right list or not. */
async function addMembers(
  ctx: LoadContext,
  builder: GraphBuilder,
  names: readonly string[],
  rights: ProfileRights,
): Promise<void> {
  for await (const chunk of readChunks(ctx, names, rights)) {
    for (const [name, read] of chunk) builder.add(name, read);
    builder.checkRoomFor({ competencies: 0, relations: 0 });
  }
}

async function addOutside(
  ctx: LoadContext,
  builder: GraphBuilder,
  framework: ReadObject,
  rights: ProfileRights,
): Promise<void> {
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
    const outside = await addEnds(ctx, builder, boundary, rights);
    const listing = await frameworksListing(ctx, [...outside.keys()], rights);
    for (const { shortId, lists } of listing) {
      for (const end of lists) {
        for (const inside of outside.get(end) ?? []) builder.addRelatedFramework(inside, shortId);
      }
    }
    const newFrameworks = listing.filter(({ shortId }) => !added.has(shortId));
    for (const { shortId } of newFrameworks) added.add(shortId);
    await addFrameworks(ctx, builder, newFrameworks, rights);
  }
}

/**
 * Adds the competencies among the ends. Ends that are missing or that the caller may not read lead nowhere.
 *
 * @returns those that were added, each under every known name
 */
async function addEnds(
  ctx: LoadContext,
  builder: GraphBuilder,
  boundary: Boundary,
  rights: ProfileRights,
): Promise<Boundary> {
  const names = builder.notLookedUp(boundary.keys());
  builder.checkRoomFor({ competencies: names.length, relations: 0 });
  const added = new Map<string, Set<string>>();
  const known = new Set(builder.competencies());
  for await (const chunk of readChunks(ctx, names, rights)) {
    for (const [name, read] of chunk) {
      if (!builder.addCompetency(name, read) || known.has(read.shortId)) continue;
      const insides = added.get(read.shortId) ?? new Set();
      for (const inside of boundary.get(name) ?? []) insides.add(inside);
      added.set(read.shortId, insides).set(name, insides);
    }
  }
  return added;
}
