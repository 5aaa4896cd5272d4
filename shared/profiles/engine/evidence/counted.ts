import { type IndexedGraph, theSame } from '../graph/indexed-graph.ts';
import type { ProfileAgent, ProfileAssertion } from '../model.ts';
import { compareText } from '../text-order.ts';

/** The assertions that count, from the earliest to the latest (specification: profile rule 3); ties by id. */
export type CountedAssertions = {
  readonly items: readonly CountedAssertion[];
  /** Number of agents with distinct keys. */
  readonly agents: number;
  /** The latest positive assertion made on a competency itself, by the competency's number: a position in `items`. */
  readonly latestDirectPositive: ReadonlyMap<number, number>;
};

/** An assertion that counts. */
export type CountedAssertion = {
  readonly assertion: ProfileAssertion;
  readonly agent: ProfileAgent;
  readonly negative: boolean;
  /** The competency that is asserted. */
  readonly competency: number;
  /** Number of the agent's key. */
  readonly agentNumber: number;
};

/** An assertion's place in time, UTC milliseconds: without a date it is dated 0, the beginning of 1970. */
export function dateOf(assertion: Pick<ProfileAssertion, 'assertionDate'>): number {
  const date = assertion.assertionDate;
  return date !== null && Number.isFinite(date) ? date : 0;
}

/** One assertion per id, the same one for any order of the input, from the earliest to the latest; ties by id. */
export function inOrder(assertions: readonly ProfileAssertion[]): readonly ProfileAssertion[] {
  const byId = new Map<string, ProfileAssertion>();
  for (const assertion of assertions) byId.set(assertion.id, theSame(byId.get(assertion.id), assertion));
  return [...byId.values()].sort((a, b) => dateOf(a) - dateOf(b) || compareText(a.id, b.id));
}

/** The assertions that the stages have left, except assertions on competencies that are not in the graph. */
export function countAssertions(assertions: readonly ProfileAssertion[], graph: IndexedGraph): CountedAssertions {
  const agents = new Map<string, number>();
  const items: CountedAssertion[] = [];
  const latestDirectPositive = new Map<number, number>();
  for (const assertion of inOrder(assertions)) {
    const competency = graph.find(assertion.competency);
    const { agent, negative } = assertion;
    if (competency === undefined || agent === null || negative === null) continue;
    const agentNumber = agents.get(agent.key) ?? agents.size;
    agents.set(agent.key, agentNumber);
    if (!negative) latestDirectPositive.set(competency, items.length);
    items.push({ assertion, agent, negative, competency, agentNumber });
  }
  return { items, agents: agents.size, latestDirectPositive };
}
