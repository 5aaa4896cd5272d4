import { isObject, type Json, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { GROUND_RULES, textIn } from '../drafting/answer-text.ts';
import { objectSchema, type Question } from '../drafting/ask.ts';
import type { Comparable } from './statements.ts';
import { ALIGNMENT_TYPES, type AlignmentType } from './types.ts';

/** A competency, and its candidates for alignment. */
export type AlignmentCase = { readonly source: Comparable; readonly candidates: readonly Comparable[] };

/** A model's judgement of a source and one of its candidates. */
export type AlignmentJudgement = {
  readonly source: Comparable;
  readonly target: Comparable;
  readonly type: AlignmentType;
  /** Confidence of the model, 0 to 1. */
  readonly confidence: number;
  /** Reason, as a sentence. */
  readonly reason: string;
};

const MAX_REASON = 500;

const TASK = [
  'Task: find alignments between two frameworks. Each entry of `cases` has a competency of the first framework in `source`, and competencies of the second that may be aligned to it in `candidates`, all with a label in `id`.',
  '`alignments` has an entry for every pair that really is aligned, with the labels of its `source` and `target`. Pairs that only share words are not aligned. There may be none.',
  '`type` is what the source is to the target: `isEquivalentTo`: both mean the same. `narrows`: the source is a part or a special case of the target. `broadens`: the target is one of the source. `requires`: the source cannot be learned without the target. `isRelatedTo`: both are about the same, in another way.',
  '`confidence` is a number from 0 to 1: how sure you are. `reason` says in one sentence why.',
].join('\n');

/** Asks which candidates are aligned. Judgements of other pairs are ignored. */
export function alignmentQuestion(
  cases: readonly AlignmentCase[],
  { maxTokens }: { readonly maxTokens: number },
): Question<readonly AlignmentJudgement[]> {
  const sources = new Map(cases.map((one, index) => [`s${index + 1}`, one]));
  const targets = new Map<string, Comparable>();
  const labels = new Map<string, string>();
  const label = (target: Comparable): string => {
    const known = labels.get(target.id) ?? `t${labels.size + 1}`;
    labels.set(target.id, known);
    targets.set(known, target);
    return known;
  };
  const promptNode = (id: string, { name, description }: Comparable): JsonObject => ({ id, name, description });
  const data = [...sources].map(([id, { source, candidates }]) => ({
    source: promptNode(id, source),
    candidates: candidates.map((candidate) => promptNode(label(candidate), candidate)),
  }));

  function judgementIn(value: Json): readonly AlignmentJudgement[] {
    if (!isObject(value)) return [];
    const one = sources.get(String(member(value, 'source')));
    const target = targets.get(String(member(value, 'target')));
    const type = ALIGNMENT_TYPES.find((known) => known === member(value, 'type'));
    const confidence = member(value, 'confidence');
    if (one === undefined || target === undefined || type === undefined) return [];
    if (!one.candidates.some(({ id }) => id === target.id)) return [];
    if (typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1)) return [];
    return [{ source: one.source, target, type, confidence, reason: textIn(member(value, 'reason'), MAX_REASON) }];
  }

  return {
    prompt: { instructions: `${GROUND_RULES}\n${TASK}`, data: { cases: data } },
    form: {
      name: 'alignments',
      schema: objectSchema({
        alignments: {
          type: 'array',
          items: objectSchema({
            source: { type: 'string', enum: [...sources.keys()] },
            target: { type: 'string', enum: [...targets.keys()] },
            type: { type: 'string', enum: [...ALIGNMENT_TYPES] },
            confidence: { type: 'number' },
            reason: { type: 'string' },
          }),
        },
      }),
    },
    maxTokens,
    read(value) {
      const list = isObject(value) ? member(value, 'alignments') : value;
      return Array.isArray(list) ? list.flatMap(judgementIn) : null;
    },
  };
}
