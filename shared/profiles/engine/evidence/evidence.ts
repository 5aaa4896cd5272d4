import { at } from '../graph/adjacency.ts';
import type { IndexedGraph } from '../graph/indexed-graph.ts';
import type { CountedAssertions } from './counted.ts';
import { allowedReach, countReaching, type EvidenceReach, eachBlock, type Starts } from './reach.ts';
import { type Latest, latestOf, type Polarity, travelGraph } from './travel.ts';

/** The evidence for each competency: the assertions that are on it or travel to it. */
export type Evidence = {
  readonly positive: PolarEvidence;
  readonly negative: PolarEvidence;
  /** The latest assertion that reaches a competency, a position in the counted assertions; -1 for none. */
  latest(competency: number): number;
  /** The number of assertions that reach a competency. */
  count(competency: number): number;
  /** The assertions that reach one of the framework's own competencies, the earliest first; if there are too many, only the latest. */
  list(competency: number): readonly number[];
};

/** The evidence of one polarity. */
export type PolarEvidence = {
  readonly latest: Latest;
  /** The number of distinct agents whose assertions reach a competency. */
  agents(competency: number): number;
};

/**
 * Propagates the assertions (specification: profile rules 3, 4 and 7). All counts are exact; only the lists are truncated, to the
 * same length for every competency, if they have more than `limit` items in total.
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
  const reach = allowedReach(ways);
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

function wantedComponents(reach: EvidenceReach, listed: number): Uint8Array {
  const wanted = new Uint8Array(reach.components.count);
  for (let competency = 0; competency < listed; competency++) wanted[at(reach.components.of, competency)] = 1;
  return wanted;
}

/**
 * The largest number of assertions per competency, at least 1, with which at most `limit` are listed in total; `Infinity` when
 * all are listed.
 *
 * @param counts number of assertions of each competency
 */
function capFor(counts: Int32Array, limit: number): number {
  const listed = (cap: number) => counts.reduce((sum, count) => sum + Math.min(count, cap), 0);
  if (listed(Number.POSITIVE_INFINITY) <= limit) return Number.POSITIVE_INFINITY;
  let [low, high] = [1, Math.max(1, limit)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (listed(middle) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The items that reach each wanted component, the latest first, at most `cap` of them.
 *
 * @param wanted 1 for the components to list
 */
function listReaching(reach: EvidenceReach, starts: Starts, wanted: Uint8Array, cap: number): readonly number[][] {
  const lists: number[][] = Array.from({ length: reach.components.count }, () => []);
  eachBlock(reach, starts, (first, sets) => {
    sets.each((component, word) => {
      const list = lists[component];
      if (list === undefined || at(wanted, component) === 0 || list.length >= cap) return;
      appendBits(list, first, word);
      if (list.length > cap) list.length = cap;
    });
  });
  return lists;
}

function appendBits(list: number[], first: number, word: number): void {
  for (let rest = word; rest !== 0; ) {
    const bit = 31 - Math.clz32(rest);
    list.push(first + bit);
    rest &= ~(1 << bit);
  }
}

/** Merges two lists, each the latest first, into one from the earliest to the latest with only the latest `cap` items. */
function merged(a: readonly number[], b: readonly number[], cap: number): number[] {
  if (b.length === 0 || a.length === 0) return [...a, ...b].slice(0, cap).reverse();
  return [...a, ...b]
    .sort((x, y) => y - x)
    .slice(0, cap)
    .reverse();
}
