import type { KeyId } from '../../base/crypto/public-key.ts';
import type { ReadObject } from '../../repository/frameworks/object-reader.ts';
import { shortIdOf } from '../../repository/linked-data/references.ts';
import type { HeadState } from '../../repository/store/object-store.ts';
import { limitsOf } from '../engine/limits.ts';
import type {
  ProfileAssertion,
  ProfileCompetency,
  ProfileConcept,
  ProfileGraph,
  ProfilePerson,
} from '../engine/model.ts';
import { UNKNOWN_PERSON } from '../engine/output/nodes.ts';
import { steadySpan, type TimeSpan } from '../engine/relations.ts';
import { findPeople } from '../learners/find-people.ts';
import { readPerson } from '../learners/person.ts';
import { resolveSubject, type Subject } from '../learners/subject.ts';
import { type LoadedAssertion, loadAssertions } from '../load/assertions.ts';
import type { LoadContext, LoadOptions } from '../load/context.ts';
import { findFramework, readFramework } from '../load/frameworks.ts';
import { type LoadedGraph, loadGraph } from '../load/graph.ts';
import { readConcept } from '../load/members.ts';
import { loadResources } from '../load/resources.ts';
import type { Surroundings, SurroundingsCache } from '../load/surroundings.ts';

/** The objects that a request names. */
export type ProfileTarget = {
  /** Null if there is none that the caller may read. */
  readonly framework: HeadState | null;
  readonly subject: Subject;
};

/** The input of a profile. */
export type LoadedProfile = {
  readonly graph: ProfileGraph;
  readonly assertions: readonly ProfileAssertion[];
  readonly person: ProfilePerson;
  /** When the same facts would result in another profile, UTC milliseconds; null: never, or the request names a fixed time. */
  readonly nextExpiry: number | null;
};

/** The cache entry for the surroundings of one request. */
export type SurroundingsEntry = { readonly cache: SurroundingsCache; readonly key: string };

/**
 * Finds the framework and the subject that a request names.
 *
 * @param names `frameworkId`: any form of id; `subject`: public key, fingerprint, id of the person object, e-mail address or user name
 * @throws Problem `not-found` (404) for an unknown or hidden subject, `malformed-key` (400), `store-unavailable` (503)
 */
export async function resolveTarget(
  ctx: LoadContext,
  names: { readonly frameworkId: string; readonly subject: string },
): Promise<ProfileTarget> {
  const [framework, subject] = await Promise.all([
    findFramework(ctx, names.frameworkId),
    resolveSubject(ctx, names.subject),
  ]);
  return { framework, subject };
}

/**
 * Loads the input of a profile in few large reads, limited to what the caller may see (specification: Profile, rules 1 to 3 and
 * 12).
 *
 * @param entry null: surroundings are not cached
 * @throws Problem `not-found` (404) when there is no framework, `not-a-framework` or `profile-too-large` (422),
 *   `store-unavailable` (503)
 */
export async function loadProfile(
  ctx: LoadContext,
  { framework, subject }: ProfileTarget,
  options: LoadOptions,
  entry: SurroundingsEntry | null = null,
): Promise<LoadedProfile> {
  const time = options.targetDateTime ?? options.now;
  const cached = cachedAt(time, entry);
  const core = cached ?? (await loadGraph(ctx, await readFramework(ctx, framework), options));
  const { ids } = core;
  const known = new Set(core.graph.competencies.map(({ id }) => id));
  const competency = (id: string): string | null => {
    const shortId = ids.resolve(id);
    return known.has(shortId) ? shortId : null;
  };
  const limits = limitsOf(options.limits);
  const [{ graph, steady }, loaded] = await Promise.all([
    cached ?? loadSurroundings(ctx, core, known, options),
    loadAssertions(ctx, { subject: subject.key, competency }, { ...options, limits }),
  ]);
  if (cached === null) entry?.cache.set(entry.key, { graph, ids, steady });
  const agents = loaded.flatMap(({ agent }) => agent ?? []);
  const people = await findPeople(ctx, subject.person === null ? [...agents, subject.key] : agents);
  const person = subject.person ?? people.get(subject.key.id);
  const assertions = loaded.map((one) => withAgentName(one, people));
  return {
    graph,
    assertions,
    person: person === undefined ? { name: UNKNOWN_PERSON, goals: [] } : readPerson(person.object, ids),
    nextExpiry: options.targetDateTime === undefined ? nextChange(assertions, steady, options.now) : null,
  };
}

function cachedAt(time: number, entry: SurroundingsEntry | null): Surroundings | null {
  const cached = entry?.cache.get(entry.key) ?? null;
  return cached !== null && cached.steady.from <= time && time < cached.steady.until ? cached : null;
}

async function loadSurroundings(
  ctx: LoadContext,
  { graph, ids }: LoadedGraph,
  known: ReadonlySet<string>,
  { conditions = [], now, targetDateTime }: LoadOptions,
): Promise<Surroundings> {
  const shown = [...new Set(graph.framework.competencies)].filter((id) => known.has(id));
  const [resources, concepts] = await Promise.all([
    loadResources(ctx, shown, ids),
    loadConcepts(ctx, graph.competencies, conditions),
  ]);
  return { graph: { ...graph, resources, concepts }, ids, steady: steadySpan(graph.relations, targetDateTime ?? now) };
}

function withAgentName(
  { assertion, agent }: LoadedAssertion,
  people: ReadonlyMap<KeyId, ReadObject>,
): ProfileAssertion {
  const person = agent === null ? undefined : people.get(agent.id);
  if (agent === null || person === undefined) return assertion;
  return { ...assertion, agent: { key: agent.id, name: readPerson(person.object).name } };
}

/**
 * The first time after `now` at which the same facts would result in another profile: an assertion expires, or a relation begins
 * or ceases to hold. UTC milliseconds; null when there is none.
 */
function nextChange(assertions: readonly ProfileAssertion[], steady: TimeSpan, now: number): number | null {
  let next = steady.until;
  for (const { expirationDate } of assertions) {
    if (expirationDate === null) continue;
    const expired = Math.floor(expirationDate) + 1;
    if (expired > now && expired < next) next = expired;
  }
  return Number.isFinite(next) ? next : null;
}

/**
 * The concepts of the requested conditions, and those that name valid conditions of competencies (specification:
 * Competency, `validCondition`). None is read without a requested condition.
 */
async function loadConcepts(
  ctx: LoadContext,
  competencies: readonly ProfileCompetency[],
  conditions: readonly string[],
): Promise<readonly ProfileConcept[]> {
  if (conditions.length === 0) return [];
  const valid = competencies.flatMap(({ validCondition = [] }) => validCondition);
  const written = [...new Set([...valid, ...conditions.filter((condition) => condition.includes(':'))])];
  const shortIds = new Map(written.map((id) => [id, shortIdOf(id, ctx.config.bases)]));
  const read = await ctx.reader.readMany(shortIds.values());
  return written.flatMap((id) => {
    const concept = read.get(shortIds.get(id) ?? id);
    return concept === undefined ? [] : [{ ...readConcept(concept), id }]; // the engine looks it up by the unchanged id
  });
}
