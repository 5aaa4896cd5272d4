import type { Origin } from '../learners/origin.ts';
import type { KnownReason, Reason } from '../learners/reason.ts';
import type { WordKey } from './translation.ts';
import type { TextPart, Words } from './words.ts';

type UsedWords = Pick<Words, 'parts' | 'date' | 't'>;

/** What is known of an assertion besides what the profile says; null: nothing. @param id its short id */
export type SourceOf = (id: string) => { readonly origin: Origin | null; readonly maker: string | null } | null;

/** A reason in the person's language. */
export type ReasonText = { readonly text: string; readonly parts: readonly TextPart[] };

/**
 * Says why a learner stands as they do in a competency, each thing once. A reason of a kind that the editor does not know is shown in
 * the words of the service.
 */
export function reasonTexts(
  reasons: readonly Reason[],
  words: UsedWords,
  sourceOf: SourceOf = () => null,
): readonly ReasonText[] {
  const latest = reasons.flatMap(({ known }) => (known?.about === 'latestEvidenceIsPositive' ? known.value : []))[0];
  const repeated = latest === true ? 'hasPositiveEvidence' : latest === false ? 'hasNegativeEvidence' : null;
  const texts = reasons
    .filter(({ known }) => known === null || known.about !== repeated)
    .map(({ sentence, known }): ReasonText => {
      const parts = known === null ? [{ text: sentence, isValue: true }] : reasonParts(known, words, sourceOf);
      return { text: parts.map(({ text }) => text).join(''), parts };
    })
    .filter(({ text }) => text !== '');
  return [...new Map(texts.map((one) => [one.text, one])).values()];
}

function reasonParts(reason: KnownReason, words: UsedWords, sourceOf: SourceOf): readonly TextPart[] {
  const { parts } = words;
  const named = (key: WordKey, { competencyName = words.t('outline.unnamed') }: Other) =>
    parts(key, { name: competencyName });
  const said = (key: WordKey, of: Said) => parts(key, { by: saidBy(of, words, sourceOf) });

  /** An assertion that was made on this or another competency. */
  const travelled = (key: WordKey, of: Said & Other) =>
    of.competency === undefined
      ? said(key, of)
      : [...said(key, of), { text: ' ', isValue: false }, ...named('reason.from', of)];

  /** A goal: the competency itself, or another one that is the same. */
  const goal = (key: 'reason.goal' | 'reason.goal-high', of: Other) =>
    of.competency === undefined ? parts(key) : named(`${key}-same`, of);

  switch (reason.about) {
    case 'latestEvidenceIsPositive':
      if (reason.value === null) return parts('reason.none');
      return travelled(reason.value ? 'reason.latest-yes' : 'reason.latest-no', reason);
    case 'hasPositiveEvidence':
      return travelled('reason.yes', reason);
    case 'hasNegativeEvidence':
      return travelled('reason.no', reason);
    case 'hasDirectPositiveAssertion':
      return said('reason.direct', reason);
    case 'isQualifiedAccordingToSignatures':
      return parts('reason.people', { count: reason.count, required: reason.requiredSignatureCount });
    case 'assertions':
      return said(`reason.${reason.cause}`, reason);
    case 'isGoal':
      return goal('reason.goal', reason);
    case 'isHighPriorityGoal':
      return goal('reason.goal-high', reason);
    case 'leadsToGoalTopDown':
      return named('reason.leads', reason);
    case 'leadsToHighPriorityGoalTopDown':
      return named('reason.leads-high', reason);
    case 'requiredForGoalBottomUp':
      return named('reason.required', reason);
    case 'requiredForHighPriorityGoalBottomUp':
      return named('reason.required-high', reason);
    case 'allChildrenLatestEvidenceIsPositive':
      return reason.value ? parts('reason.parts-passed') : named(`reason.${reason.cause}`, reason);
    case 'hasAnyChildrenWithPositiveEvidence':
      return reason.value ? named('reason.below', reason) : parts('reason.below-none');
    case 'percentHasPositiveEvidence':
      if (reason.total === 1) return []; // the competency alone: what is recorded for it is said above
      return parts('reason.share', { count: reason.count, total: reason.total });
  }
}

type Said = {
  readonly assertion?: string | undefined;
  readonly agent: string | null;
  readonly assertionDate: number | null;
};
type Other = { readonly competency?: string | undefined; readonly competencyName?: string | undefined };

/** Who made the assertion and when, as far as it is known, and whether it is a claim or a confirmation. */
function saidBy(
  { assertion, agent, assertionDate }: Said,
  { parts, t, date }: UsedWords,
  sourceOf: SourceOf,
): readonly TextPart[] {
  const source = assertion === undefined ? null : sourceOf(assertion);
  const name = agent ?? source?.maker ?? null;
  const when = assertionDate === null ? t('reason.no-date') : date(assertionDate);
  const by = name === null ? [{ text: when, isValue: true }] : parts('reason.by', { agent: name, date: when });
  return source?.origin ? parts(`reason.by-${source.origin}`, { by }) : by;
}
