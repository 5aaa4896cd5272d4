import * as z from 'zod/mini';
import { items, shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import type { Fields } from '../../outline/command.ts';
import type { Sender } from '../../service/send.ts';
import { isSymmetric } from '../graph/kinds.ts';
import { type AlignmentKind, alignmentKey, type Crosswalk } from './alignments.ts';

const proposalsSchema = z.object({
  alignments: z.array(
    z.object({
      relation: z.looseObject({ source: z.string(), target: z.string(), relationType: z.string() }),
      confidence: z.number(),
      reason: z.string(),
    }),
  ),
  incomplete: z._default(z.array(z.looseObject({ detail: z.string() })), []),
});

/** An alignment that a language model proposes. */
export type Proposal = {
  readonly key: string;
  readonly first: string;
  readonly second: string;
  readonly kind: AlignmentKind;
  /** The model's own estimate, from 0 to 1. */
  readonly confidence: number;
  readonly reason: string;
  /** The members of the relation that say which model proposed it. */
  readonly credit: Fields;
};

/** Members that credit the model that made an object (docs/use/drafting.md). */
const CREDIT = ['schema:digitalSourceType', 'schema:creditText'];

/** Proposals of the service's language model. */
export type Proposer = {
  /**
   * Asks for alignments, the surest first. Takes minutes for large frameworks.
   *
   * @param first id of the framework for whose competencies the model searches the other one
   * @returns the proposals, and sentences that say what the model did not compare
   * @throws ServiceError
   */
  readonly propose: (
    first: string,
    second: string,
    signal: AbortSignal,
  ) => Promise<{ readonly proposals: readonly Proposal[]; readonly incomplete: readonly string[] }>;
};

export function createProposer({ sendForJson }: Pick<Sender, 'sendForJson'>): Proposer {
  return {
    async propose(first, second, signal) {
      const answer = await sendForJson('llm/align', { json: { source: first, target: second }, signal });
      const { alignments, incomplete } = proposalsSchema.parse(answer);
      const proposals = alignments.map(({ relation, confidence, reason }) => {
        const kind = { type: relation.relationType, isReversed: false };
        const ends = { first: shortIdOf(relation.source, []), second: shortIdOf(relation.target, []) };
        const credit = creditOf(relation);
        return { ...ends, kind, key: alignmentKey(ends.first, ends.second, kind), confidence, reason, credit };
      });
      return { proposals, incomplete: incomplete.map(({ detail }) => detail) };
    },
  };
}

/** The proposals that neither framework contains already, read from the first framework to the second. */
export function openProposals(
  proposals: readonly Proposal[],
  { alignments }: Crosswalk,
  members: { readonly first: ReadonlySet<string>; readonly second: ReadonlySet<string> },
): readonly Proposal[] {
  const known = new Set(alignments.map(({ key }) => key));
  return proposals
    .flatMap((proposal) => {
      if (members.first.has(proposal.first) && members.second.has(proposal.second)) return [proposal];
      const { first: second, second: first } = proposal;
      if (!members.first.has(first) || !members.second.has(second)) return [];
      const kind = { type: proposal.kind.type, isReversed: !isSymmetric(proposal.kind.type) };
      return [{ ...proposal, first, second, kind, key: alignmentKey(first, second, kind) }];
    })
    .filter(({ key }) => !known.has(key));
}

function creditOf(relation: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    CREDIT.flatMap((name) => {
      const value = items(relation[name]).filter((one) => typeof one === 'string');
      return value.length === 0 ? [] : [[name, value]];
    }),
  );
}
