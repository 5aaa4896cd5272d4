import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateProfile } from '../../../shared/profiles/engine/calculate.ts';
import { profileInput } from '../../../shared/profiles/engine/testing/arbitrary.ts';
import { NOW } from '../../../shared/profiles/engine/testing/notation.ts';
import { nodesOf } from '../../../shared/profiles/engine/testing/profile.ts';
import type { Json } from '../../../shared/repository/linked-data/json.ts';
import { parseProfile } from '../learners/profile.ts';
import type { Reason } from '../learners/reason.ts';
import { reasonTexts } from './reason.ts';
import { loadWords, type Words } from './words.ts';

const SENTENCE = 'The sentence of the service.';
const DATE = Date.UTC(2026, 0, 5, 12);
const by = { assertion: 'a1', negative: false, assertionDate: DATE, agent: 'Ann' };
const other = { competency: 'urn:p', competencyName: 'Metal work' };

/** One of each kind, as the service sends it. */
const KINDS: readonly { readonly [name: string]: Json }[] = [
  { about: 'latestEvidenceIsPositive', value: null },
  { about: 'latestEvidenceIsPositive', value: true, ...by },
  { about: 'latestEvidenceIsPositive', value: false, ...by, negative: true, ...other },
  { about: 'hasPositiveEvidence', value: true, ...by, ...other },
  { about: 'hasNegativeEvidence', value: true, ...by, negative: true },
  { about: 'hasDirectPositiveAssertion', value: true, ...by },
  { about: 'isQualifiedAccordingToSignatures', value: false, count: 1, requiredSignatureCount: 23 },
  { about: 'isQualifiedAccordingToSignatures', value: true, count: 45, requiredSignatureCount: 23 },
  ...['unreadable', 'no-agent', 'not-yet-made', 'expired'].map((cause) => ({
    about: 'assertions',
    value: null,
    stage: 'default',
    cause,
    ...by,
  })),
  { about: 'assertions', value: null, stage: 'time-bounding', cause: 'outside-dates', ...by, negative: null },
  { about: 'assertions', value: null, stage: 'conditions', cause: 'conditions-not-met', ...by },
  { about: 'isGoal', value: true },
  { about: 'isGoal', value: true, ...other },
  { about: 'isHighPriorityGoal', value: true },
  { about: 'isHighPriorityGoal', value: true, ...other },
  { about: 'leadsToGoalTopDown', value: true, ...other },
  { about: 'leadsToHighPriorityGoalTopDown', value: true, ...other },
  { about: 'requiredForGoalBottomUp', value: true, ...other },
  { about: 'requiredForHighPriorityGoalBottomUp', value: true, ...other },
  { about: 'allChildrenLatestEvidenceIsPositive', value: true },
  { about: 'allChildrenLatestEvidenceIsPositive', value: false, ...other, cause: 'no-evidence' },
  { about: 'allChildrenLatestEvidenceIsPositive', value: false, ...other, cause: 'latest-negative' },
  { about: 'hasAnyChildrenWithPositiveEvidence', value: true, ...other },
  { about: 'hasAnyChildrenWithPositiveEvidence', value: false },
  { about: 'percentHasPositiveEvidence', value: 0.5, count: 23, total: 45 },
];

function parsed(...reasons: readonly { readonly [name: string]: Json }[]): readonly Reason[] {
  const state = { latestEvidenceIsPositive: null, isGoal: false, requiredForGoalBottomUp: false };
  const full = reasons.map((one) => ({ sentence: SENTENCE, ...one }));
  return parseProfile({ children: [{ id: 'urn:c', state, reasons: full }] })[0]?.reasons ?? [];
}

function said(words: Words, ...reasons: readonly { readonly [name: string]: Json }[]): readonly string[] {
  return reasonTexts(parsed(...reasons), words).map(({ text }) => text);
}

it('the editor knows every reason that the service sends', () => {
  fc.assert(
    fc.property(profileInput, fc.boolean(), ({ graph, assertions, person }, isBounded) => {
      const options = { now: NOW, explain: true, ...(isBounded && { startDate: 1000, targetDateTime: 2000 }) };
      const nodes = nodesOf(calculateProfile(graph, assertions, person, options)).values();
      const reasons = parsed(...[...nodes].flatMap((node) => node.reasons ?? []));
      expect(reasons.filter(({ known }) => known === null)).toEqual([]);
      expect(reasons.length).toBeGreaterThan(0);
    }),
  );
});

describe.each(['en', 'de', 'es', 'fr', 'ar'] as const)('reasons in %s', async (language) => {
  const words = await loadWords(language);
  const english = await loadWords('en');

  it.each(KINDS)('describe $about, $value, $cause in a sentence with its facts', (reason) => {
    const [text = '', ...more] = said(words, reason);
    expect(more).toEqual([]);
    expect(text).toMatch(/^\P{Ll}.*\.$/u);
    expect(text).not.toMatch(/[{}]|undefined|null|NaN|reason\.|urn:/);
    expect(text).not.toContain(SENTENCE);
    if (language !== 'en') expect([text]).not.toEqual(said(english, reason));
    if ('agent' in reason) for (const fact of ['Ann', words.date(DATE)]) expect(text).toContain(fact);
    if ('competencyName' in reason) expect(text).toContain('Metal work');
    for (const number of [23, 45]) {
      if (Object.values(reason).includes(number)) expect(text).toContain(words.number(number));
    }
  });

  it('of different kinds are different sentences', () => {
    const texts = KINDS.flatMap((reason) => said(words, reason));
    expect(new Set(texts).size).toBe(KINDS.length);
  });

  it('leave out facts that are not known', () => {
    const unknown = { assertion: 'a1', negative: false, assertionDate: null, agent: 'Unknown Person' };
    const [text = ''] = said(words, { about: 'hasDirectPositiveAssertion', value: true, ...unknown });
    expect(text).not.toMatch(/Unknown|[{}]/);
    expect(text).toContain(words.t('reason.no-date'));
    const [goal] = said(words, { about: 'leadsToGoalTopDown', value: true, competency: 'urn:p' });
    expect(goal).toContain(words.t('outline.unnamed'));
  });
});

describe('reasons', async () => {
  const german = await loadWords('de');

  it('read well', () => {
    expect(said(german, ...KINDS.slice(1, 3))).toEqual([
      'Der jüngste Eintrag (Ann, 05.01.2026) sagt: erreicht.',
      'Der jüngste Eintrag (Ann, 05.01.2026) sagt: noch nicht. Erfasst wurde es für „Metal work“, und es zählt auch hier.',
    ]);
    const people = { about: 'isQualifiedAccordingToSignatures', value: false, requiredSignatureCount: 2 };
    expect(said(german, { ...people, count: 1 }, { ...people, count: 2 })).toEqual([
      '1 Person hat sie als erreicht erfasst; es müssen mehr als 2 sein.',
      '2 Personen haben sie als erreicht erfasst; es müssen mehr als 2 sein.',
    ]);
  });

  it('mark names and dates, which may be of another language and direction', async () => {
    const arabic = await loadWords('ar');
    const reasons = parsed({ about: 'latestEvidenceIsPositive', value: true, ...by, ...other });
    const parts = reasonTexts(reasons, arabic).flatMap((one) => one.parts);
    const values = ['Ann', arabic.date(DATE), 'Metal work'];
    expect(parts.filter(({ isValue }) => isValue).map(({ text }) => text)).toEqual(values);
  });

  it('of an unknown kind or cause, or without their facts, are shown in the words of the service', () => {
    for (const reason of [
      { about: 'ownStage', value: true },
      { about: 'assertions', value: null, stage: 'own', ...by },
      { about: 'allChildrenLatestEvidenceIsPositive', value: false, ...other, cause: 'other' },
      { about: 'hasDirectPositiveAssertion', value: true, assertion: 'a1', agent: 'Ann' },
    ]) {
      expect(said(german, reason)).toEqual([SENTENCE]);
    }
  });

  it('say each thing once', () => {
    const latest = { about: 'latestEvidenceIsPositive', value: true, ...by };
    const positive = { about: 'hasPositiveEvidence', value: true, ...by };
    const own = { about: 'ownStage', value: true };
    const share = { about: 'percentHasPositiveEvidence', value: 1, count: 1, total: 1 };
    expect(said(german, latest, positive, own, own, share)).toEqual([...said(german, latest), SENTENCE]);
    const negative = { about: 'hasNegativeEvidence', value: true, ...by };
    expect(said(german, latest, negative)).toHaveLength(2);
  });

  it('leave out a date that cannot be shown', () => {
    expect(said(german, { about: 'hasDirectPositiveAssertion', ...by, assertionDate: 1e20 })[0]).toContain(
      'ohne Datum',
    );
  });
});
