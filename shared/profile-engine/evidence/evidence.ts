import { at } from '../graph/adjacency.ts';
import type { IndexedGraph } from '../graph/indexed-graph.ts';
import type { CountedAssertions } from './counted.ts';
import { capFor, listReaching, merged } from './listing.ts';
import { countReaching, type Reach, reachOf, type Starts } from './reach.ts';
import { type Latest, latestOf, type Polarity, travelGraph } from './travel.ts';

/** The evidence for each competency: the assertions on it and those that travel to it. */
export type Evidence = {
  readonly positive: PolarEvidence;
  readonly negative: PolarEvidence;
  /** The latest assertion that reaches a competency, a position in the counted assertions; -1 for none. */
  latest(competency: number): number;
  /** How many assertions reach a competency. */
  count(competency: number): number;
  /** The assertions that reach one of the framework's own competencies, the earliest first; where there are too many, the latest of them. */
  list(competency: number): readonly number[];
};

/** The part of one polarity. */
export type PolarEvidence = {
  readonly latest: Latest;
  /** How many distinct agents have assertions that reach a competency. */
  agents(competency: number): number;
};

/**
 * Propagates the assertions (specification: profile rules 3, 4 and 7). All counts are exact; only the lists are cut, to the same
 * length for every competency, when they have more than `limit` items in all.
 */
export function evidenceOf(graph: IndexedGraph, assertions: CountedAssertions, limit: number): Evidence {
  const positive = polarEvidence(graph, assertions, 'positive');
  const negative = polarEvidence(graph, assertions, 'negative');
  const count = (competency: number): number => positive.count(competency) + negative.count(competency);
  const cap = capFor(
    Int32Array.from({ length: graph.listed }, (_, competency) => count(competency)),
    limit,
  );
  const [positives, negatives] = [positive.lists(cap), negative.lists(cap)];
  return {
    positive,
    negative,
    count,
    latest: (competency) =>
      Math.max(at(positive.latest.assertion, competency), at(negative.latest.assertion, competency)),
    list: (competency) => merged(positives(competency), negatives(competency), cap),
  };
}

type Counted = PolarEvidence & {
  count(competency: number): number;
  lists(cap: number): (competency: number) => readonly number[];
};

function polarEvidence(graph: IndexedGraph, assertions: CountedAssertions, polarity: Polarity): Counted {
  const ways = travelGraph(graph, polarity);
  const reach = reachOf(ways);
  const own = assertions.items.map((item, position) => ({ ...item, position }));
  const items = own.filter((item) => item.negative === (polarity === 'negative'));
  const byAssertion: Starts = {
    count: own.length,
    items: items.map((item) => ({ item: item.position, at: item.competency })),
  };
  const byAgent: Starts = {
    count: assertions.agents,
    items: items.map((item) => ({ item: item.agentNumber, at: item.competency })),
  };
  const counts = countReaching(reach, byAssertion);
  const agents = countReaching(reach, byAgent);
  const component = (competency: number): number => at(reach.components.of, competency);
  return {
    latest: latestOf(ways, assertions, polarity),
    agents: (competency) => at(agents, component(competency)),
    count: (competency) => at(counts, component(competency)),
    lists: (cap) => {
      const lists = listReaching(reach, byAssertion, wantedComponents(reach, graph.listed), cap);
      return (competency) => lists[component(competency)] ?? [];
    },
  };
}

function wantedComponents(reach: Reach, listed: number): Uint8Array {
  const wanted = new Uint8Array(reach.components.count);
  for (let competency = 0; competency < listed; competency++) wanted[at(reach.components.of, competency)] = 1;
  return wanted;
}
