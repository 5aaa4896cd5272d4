import type { ProfileAssertion, ProfileGraph, ProfilePerson, ProfileRelation } from '../model.ts';
import type { CompetencyState } from '../result.ts';

/** The reference's result for a competency. */
export type ReferenceNode = {
  state: CompetencyState;
  /** Ids of the assertions, the earliest first. */
  assertions: string[];
  /** The competencies of the framework below it, nearest on each way. */
  children: Set<string>;
};

/**
 * A slow, obvious evaluation of the rules, independent of the engine: it uses sets of ids, and repeats every step until nothing
 * changes (specification: profile rule 8).
 *
 * @param cut ids of the relations that do not count for the hierarchy; without them `narrows` has no cycles
 * @param time the time of the calculation; later assertions still count, as without `targetDateTime`
 */
export function referenceProfile(
  graph: ProfileGraph,
  assertions: readonly ProfileAssertion[],
  person: ProfilePerson,
  time: number,
  cut: ReadonlySet<string>,
): Map<string, ReferenceNode> {
  const ids = graph.competencies.map(({ id }) => id);
  const ties = graph.relations.filter(({ source, target }) => ids.includes(source) && ids.includes(target));
  const narrows = ties.filter(({ type, id }) => type === 'narrows' && !cut.has(id));
  const childrenOf = (id: string) => new Set(narrows.filter(({ target }) => target === id).map(({ source }) => source));
  const equalsOf = (id: string) =>
    new Set(
      ties
        .filter(({ type, source, target }) => type === 'isEquivalentTo' && (source === id || target === id))
        .flatMap(({ source, target }) => [source, target]),
    );
  const counting = assertions
    .filter(({ negative, agent }) => negative !== null && agent !== null)
    .filter(({ expirationDate }) => expirationDate === null || expirationDate >= time)
    .filter(({ competency }) => ids.includes(competency))
    .sort((a, b) => (a.assertionDate ?? 0) - (b.assertionDate ?? 0) || (a.id < b.id ? -1 : 1));
  const lists = new Map(ids.map((id) => [id, [] as ProfileAssertion[]]));
  for (const assertion of counting) {
    for (const id of reached(assertion, ties)) lists.get(id)?.push(assertion);
  }
  const states = new Map(
    graph.competencies.map(({ id, requiredSignatureCount }) => [
      id,
      evidenceState(id, lists.get(id) ?? [], requiredSignatureCount),
    ]),
  );
  for (const { competency, highPriority } of person.goals) {
    const state = states.get(competency);
    if (state === undefined) continue;
    state.isGoal = true;
    state.isHighPriorityGoal ||= highPriority;
  }
  for (let before = ''; before !== JSON.stringify([...states]); ) {
    before = JSON.stringify([...states]);
    for (const [id, state] of states) {
      for (const child of childrenOf(id)) hierarchy(state, states.get(child));
      for (const other of equalsOf(id)) share(state, states.get(other));
    }
  }
  for (const [id, state] of states)
    allChildren(
      state,
      [...childrenOf(id)].map((child) => states.get(child)),
    );
  for (const [id, state] of states) {
    const equals = [...closure(id, equalsOf)].map((other) => states.get(other));
    if (equals.some((other) => other?.allChildrenLatestEvidenceIsPositive === false)) {
      state.allChildrenLatestEvidenceIsPositive = false;
    }
    const below = closure(id, (one) => new Set([...childrenOf(one), ...equalsOf(one)]));
    Object.assign(state, percentages([...below].map((one) => states.get(one))));
  }
  const listed = new Set(graph.framework.competencies);
  return new Map(
    [...listed].map((id) => [
      id,
      {
        state: states.get(id) ?? evidenceState(id, [], undefined),
        assertions: (lists.get(id) ?? []).map((assertion) => assertion.id),
        children: nearest(id, childrenOf, listed),
      },
    ]),
  );
}

/** All ids that repeated steps reach from a start, including the start. */
function closure(start: string, step: (id: string) => ReadonlySet<string>): Set<string> {
  const all = new Set([start]);
  for (const id of all) for (const next of step(id)) all.add(next);
  return all;
}

function reached({ competency, negative }: ProfileAssertion, ties: readonly ProfileRelation[]): Set<string> {
  return closure(competency, (id) => {
    const next = new Set<string>();
    for (const { type, source, target } of ties) {
      if (source === id && forward(type, negative === true)) next.add(target);
      if (target === id && backward(type, negative === true)) next.add(source);
    }
    return next;
  });
}

function forward(type: string, negative: boolean): boolean {
  return ['isEquivalentTo', 'implies', negative ? 'narrows' : 'requires'].includes(type);
}

function backward(type: string, negative: boolean): boolean {
  return (negative ? ['isEquivalentTo', 'requires'] : ['isEquivalentTo', 'implies', 'narrows']).includes(type);
}

function evidenceState(id: string, list: readonly ProfileAssertion[], required: unknown): CompetencyState {
  const positive = list.filter(({ negative }) => negative === false);
  const negative = list.filter((assertion) => assertion.negative === true);
  const keys = (some: readonly ProfileAssertion[]) => new Set(some.map(({ agent }) => agent?.key)).size;
  const last = list.at(-1);
  return {
    latestEvidenceIsPositive: last === undefined ? null : last.negative === false,
    hasEvidence: list.length > 0,
    isGoal: false,
    isHighPriorityGoal: false,
    leadsToGoalTopDown: false,
    requiredForGoalBottomUp: false,
    leadsToHighPriorityGoalTopDown: false,
    requiredForHighPriorityGoalBottomUp: false,
    hasPositiveEvidence: positive.length > 0,
    hasNegativeEvidence: negative.length > 0,
    distinctPositiveSignatures: keys(positive),
    distinctNegativeSignatures: keys(negative),
    isQualifiedAccordingToSignatures: typeof required === 'number' && keys(positive) > required,
    hasDirectPositiveAssertion: positive.some(({ competency }) => competency === id),
    treeWeight: 0,
    percentLastEvidenceIsPositive: 0,
    percentAllEvidenceIsPositive: 0,
    percentHasPositiveEvidence: 0,
  };
}

/** Rules 6 and 9 between a competency and one of its children. */
function hierarchy(parent: CompetencyState, child: CompetencyState | undefined): void {
  if (child === undefined) return;
  parent.leadsToGoalTopDown ||= child.isGoal || child.leadsToGoalTopDown;
  parent.leadsToHighPriorityGoalTopDown ||= child.isHighPriorityGoal || child.leadsToHighPriorityGoalTopDown;
  child.requiredForGoalBottomUp ||= parent.isGoal || parent.requiredForGoalBottomUp;
  child.requiredForHighPriorityGoalBottomUp ||= parent.isHighPriorityGoal || parent.requiredForHighPriorityGoalBottomUp;
  if (child.hasPositiveEvidence || child.hasAnyChildrenWithPositiveEvidence === true) {
    parent.hasAnyChildrenWithPositiveEvidence = true;
  }
}

/** Rule 9, the first half. */
function allChildren(state: CompetencyState, children: readonly (CompetencyState | undefined)[]): void {
  if (children.length === 0) return;
  state.hasAnyChildrenWithPositiveEvidence ??= false;
  state.allChildrenLatestEvidenceIsPositive = children.every(
    (child) =>
      child?.latestEvidenceIsPositive === true ||
      (child?.latestEvidenceIsPositive === null && child.hasAnyChildrenWithPositiveEvidence === true),
  );
}

/** Rule 7: what applies to one of two equivalent competencies also applies to the other. */
function share(state: CompetencyState, other: CompetencyState | undefined): void {
  if (other === undefined) return;
  state.isGoal ||= other.isGoal;
  state.isHighPriorityGoal ||= other.isHighPriorityGoal;
  state.leadsToGoalTopDown ||= other.leadsToGoalTopDown;
  state.leadsToHighPriorityGoalTopDown ||= other.leadsToHighPriorityGoalTopDown;
  state.requiredForGoalBottomUp ||= other.requiredForGoalBottomUp;
  state.requiredForHighPriorityGoalBottomUp ||= other.requiredForHighPriorityGoalBottomUp;
  if (other.hasAnyChildrenWithPositiveEvidence === true) state.hasAnyChildrenWithPositiveEvidence = true;
}

function percentages(below: readonly (CompetencyState | undefined)[]): Partial<CompetencyState> {
  const share = (test: (state: CompetencyState) => boolean) =>
    below.filter((state) => state !== undefined && test(state)).length / below.length;
  return {
    treeWeight: below.length,
    percentLastEvidenceIsPositive: share(({ latestEvidenceIsPositive }) => latestEvidenceIsPositive === true),
    percentAllEvidenceIsPositive: share((state) => state.hasPositiveEvidence && !state.hasNegativeEvidence),
    percentHasPositiveEvidence: share(({ hasPositiveEvidence }) => hasPositiveEvidence),
  };
}

function nearest(
  id: string,
  childrenOf: (id: string) => ReadonlySet<string>,
  listed: ReadonlySet<string>,
): Set<string> {
  const found = new Set<string>();
  for (const child of childrenOf(id)) {
    if (listed.has(child)) found.add(child);
    else for (const below of nearest(child, childrenOf, listed)) found.add(below);
  }
  return found;
}
