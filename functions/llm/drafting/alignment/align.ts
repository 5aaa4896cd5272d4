import { mapLimit } from '../../../../shared/base/concurrency/map-limit.ts';
import { inSlices } from '../../../../shared/base/concurrency/slices.ts';
import type { Problem } from '../../../../shared/base/errors/problem.ts';
import type { Framework } from '../../../../shared/exchange/frameworks/model.ts';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { ask, type DraftSession } from '../ask.ts';
import type { DraftObjects } from '../framework/objects.ts';
import { answerTokens } from '../framework/read-text.ts';
import { createIncompleteList, type Incomplete } from '../incomplete.ts';
import { comparable, indexCandidates } from './candidates.ts';
import { type AlignmentCase, type AlignmentJudgement, alignmentQuestion } from './judge.ts';

/** A proposed alignment: a relation that can be saved unchanged, and the reason. */
export type ProposedAlignment = {
  readonly relation: JsonObject;
  readonly confidence: number;
  readonly reason: string;
  /** Names of the two ends of the relation. */
  readonly sourceName: string;
  readonly targetName: string;
};

/** Proposals, the most confident first. */
export type Alignments = {
  readonly alignments: readonly ProposedAlignment[];
  readonly incomplete: readonly Incomplete[];
};

/** Number of competencies that a model judges in one call, each with its candidates. */
const CASES_PER_CALL = 4;

/**
 * Proposes alignments between the competencies of two frameworks. Candidates have words in common, and the model judges them. Pairs
 * that a relation of one of the two frameworks connects are left out.
 *
 * @param progress called with every proposal as soon as it exists
 * @throws the problem of the model when nothing could be judged; the abort reason when the client has disconnected
 */
export async function alignFrameworks(
  session: DraftSession,
  { source, target }: { readonly source: Framework; readonly target: Framework },
  objects: Pick<DraftObjects, 'relation'>,
  progress: (alignment: ProposedAlignment) => void,
  concurrency: number,
): Promise<Alignments> {
  const cases = await casesOf(source, target);
  const calls = Array.from({ length: Math.ceil(cases.length / CASES_PER_CALL) }, (_, index) =>
    cases.slice(index * CASES_PER_CALL, (index + 1) * CASES_PER_CALL),
  );
  const maxTokens = answerTokens(session);
  const incomplete = createIncompleteList();
  const problems: Problem[] = [];
  const found = await mapLimit(calls, concurrency, async (part) => {
    const ids = part.map((one) => one.source.id);
    const stopped = incomplete.stopped();
    if (stopped !== null) {
      incomplete.add(ids, stopped);
      return null;
    }
    const asked = await ask(session, alignmentQuestion(part, { maxTokens }));
    if ('missing' in asked) {
      problems.push(asked.problem);
      incomplete.add(ids, asked.missing);
      if (asked.problem.code === 'model-unavailable') incomplete.stop(asked.missing);
      return null;
    }
    if (asked.rest !== null) incomplete.add(ids, asked.rest);
    const alignments = withoutRepeats(asked.answer).map((judgement) => toAlignment(judgement, objects));
    for (const alignment of alignments) progress(alignment);
    return alignments;
  });
  const [problem] = problems;
  if (problem !== undefined && found.every((judged) => judged === null)) throw problem;
  return {
    alignments: found.flatMap((judged) => judged ?? []).toSorted((one, other) => other.confidence - one.confidence),
    incomplete: incomplete.entries(),
  };
}

async function casesOf(source: Framework, target: Framework): Promise<readonly AlignmentCase[]> {
  const candidates = await indexCandidates(target.members);
  const related = new Set(
    [...source.relations, ...target.relations].flatMap((one) => [
      `${one.source} ${one.target}`,
      `${one.target} ${one.source}`,
    ]),
  );
  const cases: AlignmentCase[] = [];
  for await (const node of inSlices(source.members)) {
    const others = candidates.of(node).filter(({ id }) => !related.has(`${node.id} ${id}`));
    if (others.length > 0) cases.push({ source: comparable(node), candidates: others });
  }
  return cases;
}

/** Keeps only the most confident of several judgements of one pair. */
function withoutRepeats(judgements: readonly AlignmentJudgement[]): readonly AlignmentJudgement[] {
  const pairs = new Map<string, AlignmentJudgement>();
  for (const judgement of judgements) {
    const pair = `${judgement.source.id} ${judgement.target.id}`;
    const before = pairs.get(pair);
    if (before === undefined || before.confidence < judgement.confidence) pairs.set(pair, judgement);
  }
  return [...pairs.values()];
}

function toAlignment(
  { source, target, type, confidence, reason }: AlignmentJudgement,
  { relation }: Pick<DraftObjects, 'relation'>,
): ProposedAlignment {
  const [from, to] = type === 'broadens' ? [target, source] : [source, target];
  return {
    relation: relation(type === 'broadens' ? 'narrows' : type, from.id, to.id),
    confidence,
    reason,
    sourceName: from.name,
    targetName: to.name,
  };
}
