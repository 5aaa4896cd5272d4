import type { JsonObject } from '../../../repository/linked-data/json.ts';
import type { ProfileCalculation } from '../calculation.ts';
import { at } from '../graph/adjacency.ts';
import { type IndexedGraph, theSame } from '../graph/indexed-graph.ts';
import type { ProfileResource } from '../model.ts';
import type { CompetencyState } from '../result.ts';
import { compareText } from '../text-order.ts';
import type { Placement } from './tree.ts';

/** The resources of each competency, by their ids (specification: profile rule 2). */
export function resourcesByCompetency(
  resources: readonly ProfileResource[],
  index: IndexedGraph,
): ReadonlyMap<number, readonly ProfileResource[]> {
  const byId = new Map<string, ProfileResource>();
  for (const resource of resources) byId.set(resource.id, theSame(byId.get(resource.id), resource));
  const attached = new Map<number, ProfileResource[]>();
  for (const resource of [...byId.values()].sort((a, b) => compareText(a.id, b.id))) {
    const targets = new Set(resource.targets.map(index.find));
    for (const target of targets) {
      if (target === undefined) continue;
      const list = attached.get(target) ?? [];
      list.push(resource);
      attached.set(target, list);
    }
  }
  return attached;
}

/**
 * Resources for competencies that are goals or required for goals (specification: Profile result), each once, in the order in
 * which the tree shows these competencies.
 */
export function timelineOf(
  placement: Placement,
  calculation: ProfileCalculation,
  resources: ReadonlyMap<number, readonly ProfileResource[]>,
): JsonObject[] {
  const shown = new Map<string, JsonObject>();
  const seen = new Uint8Array(placement.children.size);
  const stack = [...placement.top].reverse();
  for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
    const state = calculation.states[vertex];
    if (at(seen, vertex) === 1 || state === undefined) continue;
    seen[vertex] = 1;
    if (isWanted(state)) for (const { id, object } of resources.get(vertex) ?? []) shown.set(id, object);
    const { starts, ends } = placement.children;
    for (let edge = at(starts, vertex + 1) - 1; edge >= at(starts, vertex); edge--) stack.push(at(ends, edge));
  }
  return [...shown.values()];
}

function isWanted(state: CompetencyState): boolean {
  return state.isGoal || state.requiredForGoalBottomUp;
}
