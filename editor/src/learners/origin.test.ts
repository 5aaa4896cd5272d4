import { describe, expect, it } from 'vitest';
import { originOfStanding, withoutClaims } from './confirmed.ts';
import { type Origin, originOf } from './origin.ts';
import { entriesOf, parseProfile, standingOf } from './profile.ts';

describe('where an assertion comes from', () => {
  it.each<[what: string, agent: string | null, owners: readonly string[], origin: Origin | null]>([
    ['made by the learner', 'learner', ['learner'], 'claim'],
    ['made by another person', 'teacher', ['teacher'], 'confirmation'],
    ['of a learner who names another person', 'teacher', ['learner'], 'claim'],
    ['of the service, for a person', 'teacher', ['service'], 'confirmation'],
    ['with a hidden agent', null, ['teacher'], 'confirmation'],
    ['with a hidden agent and several owners', null, ['teacher', 'service'], null],
    ['that anyone may change', null, [], null],
  ])('%s', (_what, agent, owners, origin) => {
    expect(originOf({ agent, owners }, 'learner')).toBe(origin);
  });
});

const ORIGINS: Readonly<Record<string, Origin>> = {
  own: 'claim',
  ann: 'confirmation',
  late: 'claim',
  no: 'confirmation',
};
const originOfRecord = (id: string): Origin | null => ORIGINS[id] ?? null;

const record = (id: string, date: number, negative = false) => ({
  id,
  negative,
  agent: 'Ann',
  assertionDate: date,
  expirationDate: null,
});
const state = (latest: boolean | null, more: object = {}) => ({
  latestEvidenceIsPositive: latest,
  isGoal: false,
  requiredForGoalBottomUp: false,
  ...more,
});
const reason = (about: string, assertion: string) => ({
  sentence: '…',
  about,
  value: true,
  assertion,
  negative: false,
  assertionDate: 1,
  agent: 'Ann',
});

describe('a profile without claims', () => {
  const profile = parseProfile({
    children: [
      {
        id: 'top',
        state: state(null, { hasAnyChildrenWithPositiveEvidence: true }),
        children: [
          {
            id: 'claimed',
            state: state(true),
            assertions: [record('own', 1)],
            reasons: [reason('hasDirectPositiveAssertion', 'own')],
          },
          {
            id: 'both',
            state: state(true),
            assertions: [record('ann', 1), record('late', 2)],
            reasons: [reason('hasDirectPositiveAssertion', 'ann'), reason('latestEvidenceIsPositive', 'late')],
          },
          { id: 'denied', state: state(true), assertions: [record('no', 1, true), record('late', 2)] },
        ],
      },
      {
        id: 'alone',
        state: state(null, { hasAnyChildrenWithPositiveEvidence: true }),
        children: [{ id: 'only', state: state(true), assertions: [record('own', 1)] }],
      },
    ],
  });
  const confirmed = withoutClaims(profile, originOfRecord);

  it('has the standing that confirmations alone give', () => {
    expect(entriesOf(confirmed).map(({ entry }) => [entry.id, standingOf(entry)])).toEqual([
      ['top', 'begun'],
      ['claimed', 'open'],
      ['both', 'achieved'],
      ['denied', 'not-yet'],
      ['alone', 'open'],
      ['only', 'open'],
    ]);
  });

  it('has only reasons that do not rest on claims', () => {
    const reasons = entriesOf(confirmed).flatMap(({ entry }) =>
      entry.reasons.map(({ known }) => [entry.id, known?.about]),
    );
    expect(reasons).toEqual([['both', 'hasDirectPositiveAssertion']]);
  });

  it('what is achieved is confirmed if one other person says so', () => {
    const origins = entriesOf(profile).map(({ entry }) => [entry.id, originOfStanding(entry, originOfRecord)]);
    expect(origins).toEqual([
      ['top', null],
      ['claimed', 'claim'],
      ['both', 'confirmation'],
      ['denied', 'claim'],
      ['alone', null],
      ['only', 'claim'],
    ]);
  });
});
