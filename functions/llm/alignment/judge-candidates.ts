import { mapLimit } from '../../../shared/base/concurrency/map-limit.ts';
import type { Problem } from '../../../shared/base/errors/problem.ts';
import { ask, type DraftSession } from '../drafting/ask.ts';
import { answerTokens } from '../drafting/framework/read-text.ts';
import { createIncompleteList, type Incomplete } from '../drafting/incomplete.ts';
import type { Candidate } from './find-candidates.ts';
import { type AlignmentCase, type AlignmentJudgement, alignmentQuestion } from './judge.ts';

/** Number of competencies that a model judges in one call, each with its candidates. */
const CASES_PER_CALL = 4;

/**
 * Asks a model which candidates are aligned.
 *
 * @param onJudged called with what each call found aligned, as soon as it is known
 * @returns what was not judged
 * @throws the problem of the model when nothing could be judged; the abort reason when the client has disconnected
 */
export async function judgeCandidates(
  session: DraftSession,
  candidates: readonly Candidate[],
  onJudged: (judgements: readonly AlignmentJudgement[]) => void,
  concurrency: number,
): Promise<readonly Incomplete[]> {
  const cases = casesOf(candidates);
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
    onJudged(withoutRepeats(asked.answer));
    return part;
  });
  const [problem] = problems;
  if (problem !== undefined && found.every((judged) => judged === null)) throw problem;
  return incomplete.entries();
}

/** A case for each source, in order. */
function casesOf(candidates: readonly Candidate[]): readonly AlignmentCase[] {
  return [...Map.groupBy(candidates, ({ source }) => source)].map(([source, some]) => ({
    source,
    candidates: some.map(({ target }) => target),
  }));
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
