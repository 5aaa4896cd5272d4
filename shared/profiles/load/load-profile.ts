import type { PublicKey } from '../../crypto/public-key.ts';
import { limitsOf } from '../../profile-engine/limits.ts';
import type { ProfileAssertion, ProfileGraph, ProfilePerson } from '../../profile-engine/model.ts';
import { UNKNOWN_PERSON } from '../../profile-engine/output/entries.ts';
import { steadySpan } from '../../profile-engine/validity.ts';
import { findPeople } from '../people/find-people.ts';
import { readPerson } from '../people/person.ts';
import { resolveSubject } from '../people/subject.ts';
import { type LoadedAssertion, loadAssertions } from './load-assertions.ts';
import { loadConcepts } from './load-concepts.ts';
import type { LoadContext, LoadOptions } from './load-context.ts';
import { loadFramework } from './load-framework.ts';
import { type LoadedGraph, loadGraph } from './load-graph.ts';
import { loadResources } from './load-resources.ts';
import { nextChange } from './next-change.ts';
import type { ProfileRights } from './rights.ts';
import type { Surroundings, SurroundingsPlace } from './surroundings.ts';

/** Whose profile in which framework, as the request names them. */
export type ProfileSubject = {
  /** Any form of id of a framework. */
  readonly frameworkId: string;
  /** A person: public key, fingerprint, id of the person object, e-mail address or user name. */
  readonly subject: string;
};

/** What a profile is calculated from. */
export type LoadedProfile = {
  readonly graph: ProfileGraph;
  readonly assertions: readonly ProfileAssertion[];
  readonly person: ProfilePerson;
  readonly subject: PublicKey;
  /** Short id of the framework. */
  readonly frameworkKey: string;
  /** UTC milliseconds from which on the same facts would give another profile; null: never, or calculated as of a fixed time. */
  readonly nextExpiry: number | null;
};

/**
 * Reads everything that a profile is calculated from, in few large reads, as far as the caller may see it (specification: Profile,
 * rules 1 to 3 and 12).
 *
 * @param place where the surroundings of the same framework for the same caller may be remembered; none: they are read
 * @throws Problem `not-found` (404) for an unknown or hidden framework or person, `malformed-key` (400) for a subject that is
 *   meant as a public key and is none, `not-a-framework` or `profile-too-large` (422), `store-unavailable` (503)
 */
export async function loadProfile(
  ctx: LoadContext,
  request: ProfileSubject,
  rights: ProfileRights,
  options: LoadOptions,
  place: SurroundingsPlace | null = null,
): Promise<LoadedProfile> {
  const limits = limitsOf(options.limits);
  const time = options.targetDateTime ?? options.now;
  const kept = keptFor(time, place);
  const [core, subject] = await Promise.all([
    kept ?? loadCore(ctx, request.frameworkId, rights, options),
    resolveSubject(ctx, request.subject, rights),
  ]);
  const { ids } = core;
  const known = new Set(core.graph.competencies.map(({ id }) => id));
  const competency = (id: string): string | null => {
    const shortId = ids.resolve(id);
    return known.has(shortId) ? shortId : null;
  };
  const [{ graph, steady }, loaded] = await Promise.all([
    kept ?? loadRest(ctx, core, known, rights, options, place),
    loadAssertions(ctx, { subject: subject.key, competency }, rights, { ...options, limits }),
  ]);
  const agents = loaded.flatMap(({ agent }) => agent ?? []);
  const people = await findPeople(ctx, subject.person === null ? [...agents, subject.key] : agents, rights);
  const person = subject.person ?? people.get(subject.key.id);
  const assertions = loaded.map((one) => withName(one, people));
  return {
    graph,
    assertions,
    person: person === undefined ? { name: UNKNOWN_PERSON, goals: [] } : readPerson(person.object, ids),
    subject: subject.key,
    frameworkKey: graph.framework.id,
    nextExpiry: options.targetDateTime === undefined ? nextChange(assertions, steady, options.now) : null,
  };
}

/** What is remembered, where the same relations held when it was read. */
function keptFor(time: number, place: SurroundingsPlace | null): Surroundings | null {
  const kept = place?.recall() ?? null;
  return kept !== null && kept.steady.from <= time && time < kept.steady.until ? kept : null;
}

async function loadCore(
  ctx: LoadContext,
  frameworkId: string,
  rights: ProfileRights,
  options: LoadOptions,
): Promise<LoadedGraph> {
  return loadGraph(ctx, await loadFramework(ctx, frameworkId, rights), rights, options);
}

async function loadRest(
  ctx: LoadContext,
  { graph, ids }: LoadedGraph,
  known: ReadonlySet<string>,
  rights: ProfileRights,
  { conditions = [], now, targetDateTime }: LoadOptions,
  place: SurroundingsPlace | null,
): Promise<Surroundings> {
  const shown = [...new Set(graph.framework.competencies)].filter((id) => known.has(id));
  const [resources, concepts] = await Promise.all([
    loadResources(ctx, shown, ids, rights),
    loadConcepts(ctx, graph.competencies, conditions, rights),
  ]);
  const steady = steadySpan(graph.relations, targetDateTime ?? now);
  const surroundings = { graph: { ...graph, resources, concepts }, ids, steady };
  place?.remember(surroundings);
  return surroundings;
}

function withName(
  { assertion, agent }: LoadedAssertion,
  people: Awaited<ReturnType<typeof findPeople>>,
): ProfileAssertion {
  const person = agent === null ? undefined : people.get(agent.id);
  if (agent === null || person === undefined) return assertion;
  return { ...assertion, agent: { key: agent.id, name: readPerson(person.object).name } };
}
