import type { ExcludedAssertion, ProfileCalculation, ProfileRequest } from './calculation.ts';
import { countAssertions, inOrder } from './evidence/counted.ts';
import { evidenceOf } from './evidence/evidence.ts';
import { equivalenceClasses } from './graph/equivalence.ts';
import { hierarchyOf } from './graph/hierarchy.ts';
import { type IndexedGraph, indexGraph } from './graph/indexed-graph.ts';
import { checkLimit, limitsOf } from './limits.ts';
import type { ProfileAssertion, ProfileGraph, ProfileOptions, ProfilePerson } from './model.ts';
import { initialState, profileNodes } from './output/nodes.ts';
import { resourcesByCompetency, timelineOf } from './output/timeline.ts';
import { buildExpandedTree, buildTree, place } from './output/tree.ts';
import type { CutRelation, Profile } from './result.ts';
import { childFlags } from './rules/child-flags.ts';
import { goalStates } from './rules/goals.ts';
import { percentagesOf } from './rules/percentages.ts';
import { defaultStage, directAssertions, timeBounding } from './stages/built-in.ts';
import { conditions } from './stages/conditions.ts';
import { explainer } from './stages/explainer.ts';
import type { ProfileStage } from './stages/stage.ts';
import { display } from './stored-values.ts';
import { compareText } from './text-order.ts';

/** The stages of every calculation (specification: profile rule 13). Those that the request does not use do nothing. */
export const PROFILE_STAGES: readonly ProfileStage[] = [
  timeBounding,
  conditions,
  defaultStage,
  directAssertions,
  explainer,
];

/**
 * Calculates a person's profile in a framework (specification: Profile). Pure and deterministic; the order of the input has no
 * effect.
 *
 * @param graph the framework and its surroundings
 * @param assertions the decrypted assertions about the person
 * @param person the subject
 * @param stages the operator's stages, in addition to {@link PROFILE_STAGES}
 * @throws Problem `profile-too-large` (422) when a limit is exceeded
 */
export function calculateProfile(
  graph: ProfileGraph,
  assertions: readonly ProfileAssertion[],
  person: ProfilePerson,
  options: ProfileOptions,
  stages: readonly ProfileStage[] = [],
): Profile {
  const request: ProfileRequest = { graph, person, options, time: options.targetDateTime ?? options.now };
  const ordered = [...PROFILE_STAGES, ...stages].sort((a, b) => a.order - b.order || compareText(a.name, b.name));
  const calculation = prepare(request, assertions, ordered);
  for (const stage of ordered) stage.states?.(calculation);
  const profile = answer(calculation, ordered);
  for (const stage of ordered) stage.profile?.(profile, calculation);
  return profile;
}

function prepare(
  request: ProfileRequest,
  given: readonly ProfileAssertion[],
  stages: readonly ProfileStage[],
): ProfileCalculation {
  const { graph, person, options, time } = request;
  const limits = limitsOf(options.limits);
  checkLimit(limits, 'competencies', graph.competencies.length);
  checkLimit(limits, 'relations', graph.relations.length);
  checkLimit(limits, 'assertions', given.length);
  const index = indexGraph(graph, time);
  const hierarchy = hierarchyOf(index);
  const classes = equivalenceClasses(index, hierarchy);
  const { left, excluded } = select(inOrder(given), request, stages, index);
  const assertions = countAssertions(left, index);
  const evidence = evidenceOf(index, assertions, limits.listedAssertions);
  const states = index.competencies.map(initialState);
  return {
    ...request,
    limits,
    index,
    hierarchy,
    classes,
    assertions,
    excluded,
    evidence,
    goals: goalStates(index, classes, person.goals),
    childFlags: childFlags(hierarchy, classes, evidence),
    percentages: percentagesOf(classes, evidence, limits),
    states,
    state: (id) => states[index.find(id) ?? -1],
  };
}

/** The assertions that the stages keep, and those that each stage left out. */
function select(
  given: readonly ProfileAssertion[],
  request: ProfileRequest,
  stages: readonly ProfileStage[],
  index: IndexedGraph,
): { left: readonly ProfileAssertion[]; excluded: Map<number, ExcludedAssertion[]> } {
  const excluded = new Map<number, ExcludedAssertion[]>();
  let left = given;
  for (const { name, assertions } of stages) {
    if (assertions === undefined) continue;
    const before = left;
    left = assertions(before, request);
    if (left === before) continue;
    const ids = new Set(left.map(({ id }) => id));
    for (const assertion of before) {
      const competency = index.find(assertion.competency);
      if (ids.has(assertion.id) || competency === undefined) continue;
      const list = excluded.get(competency) ?? [];
      list.push({ assertion, stage: name });
      excluded.set(competency, list);
    }
  }
  for (const list of excluded.values()) list.sort((a, b) => compareText(a.assertion.id, b.assertion.id));
  return { left, excluded };
}

function answer(calculation: ProfileCalculation, stages: readonly ProfileStage[]): Profile {
  const { graph, options, limits, index, hierarchy } = calculation;
  const resources = resourcesByCompetency(graph.resources ?? [], index);
  const placement = place(hierarchy, index.listed, limits);
  const nodes = profileNodes(calculation, resources);
  for (const { node } of stages) if (node !== undefined) for (const one of nodes) node(one, calculation);
  const build = options.expand === true ? buildExpandedTree : buildTree;
  const name = display(graph.framework.name, options.language);
  const cycles = cutRelations(calculation);
  return {
    children: build(nodes, placement, limits),
    ...(name === undefined ? {} : { name }),
    id: options.frameworkId ?? graph.framework.id,
    timeline: timelineOf(placement, calculation, resources),
    ...(cycles.length === 0 ? {} : { cycles }),
  };
}

function cutRelations({ hierarchy, index }: ProfileCalculation): CutRelation[] {
  const idOf = (number: number): string => index.competencies[number]?.id ?? '';
  return hierarchy.cut.flatMap((position) => {
    const relation = index.relations[position];
    if (relation === undefined) return [];
    return [{ relation: relation.id, source: idOf(relation.source), target: idOf(relation.target) }];
  });
}
