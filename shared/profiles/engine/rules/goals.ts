import { at } from '../graph/adjacency.ts';
import { type EquivalenceClasses, reachable } from '../graph/equivalence.ts';
import type { IndexedGraph } from '../graph/indexed-graph.ts';
import type { ProfileGoal } from '../model.ts';

/** The effects of goals on competencies, by equivalence class. Each is the class of the responsible goal; -1 for none. */
export type GoalFlags = {
  /** The competency that is the goal, for each class that contains a goal. */
  readonly goal: ReadonlyMap<number, number>;
  readonly leadsTo: Int32Array;
  readonly requiredFor: Int32Array;
};

/** Goals of the person in this graph. */
export type GoalStates = { readonly all: GoalFlags; readonly highPriority: GoalFlags };

/**
 * Spreads the goals (specification: profile rules 6, 7, 8 and 12): to equivalent competencies, from each goal up to all that
 * it is part of ("leads to goal"), and down to all its parts ("required for goal").
 */
export function goalStates(
  graph: IndexedGraph,
  classes: EquivalenceClasses,
  goals: readonly ProfileGoal[],
): GoalStates {
  return {
    all: goalFlags(graph, classes, goals),
    highPriority: goalFlags(
      graph,
      classes,
      goals.filter(({ highPriority }) => highPriority),
    ),
  };
}

function goalFlags(graph: IndexedGraph, classes: EquivalenceClasses, goals: readonly ProfileGoal[]): GoalFlags {
  const goal = new Map<number, number>();
  for (const { competency } of goals) {
    const number = graph.find(competency);
    if (number === undefined) continue;
    const group = at(classes.of, number);
    goal.set(group, Math.min(number, goal.get(group) ?? number));
  }
  return { goal, leadsTo: reachable(classes.up, goal.keys()), requiredFor: reachable(classes.down, goal.keys()) };
}
