import type { GraphEdge } from './relation-graph.ts';

/** The surroundings of a competency. */
export type Neighbourhood = {
  readonly ids: ReadonlySet<string>;
  /** There is more within these steps than the limit allows. */
  readonly isCut: boolean;
};

/**
 * The competencies that are at most this many relations away, in either direction, nearest first.
 *
 * @param limit maximum number of competencies
 */
export function neighbourhood(
  edges: readonly GraphEdge[],
  start: string,
  steps: number,
  limit: number = MAX_NODES,
): Neighbourhood {
  const neighbours = new Map<string, string[]>();
  const connect = (from: string, to: string): void => {
    const list = neighbours.get(from);
    if (list === undefined) neighbours.set(from, [to]);
    else list.push(to);
  };
  for (const { source, target } of edges) {
    connect(source, target);
    connect(target, source);
  }
  const ids = new Set([start]);
  let border: readonly string[] = [start];
  for (let step = 0; step < steps && border.length > 0; step++) {
    const next: string[] = [];
    for (const id of border.flatMap((one) => neighbours.get(one) ?? [])) {
      if (ids.has(id)) continue;
      if (ids.size >= limit) return { ids, isCut: true };
      ids.add(id);
      next.push(id);
    }
    border = next;
  }
  return { ids, isCut: false };
}

/** Maximum number of competencies that a graph shows. */
export const MAX_NODES = 1000;
