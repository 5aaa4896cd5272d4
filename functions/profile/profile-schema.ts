import * as z from 'zod/mini';
import { countSchema } from '../../shared/http/route.ts';
import { REASON_CAUSES } from '../../shared/profiles/engine/result.ts';

/** The schema of the response (specification: Profile result); the types are in `shared/profiles/engine/result.ts`. */

const share = z.number().check(z.minimum(0), z.maximum(1));
const shown = z.unknown().check(z.describe('Usually a string.'));
const milliseconds = z.nullable(z.number().check(z.describe('UTC milliseconds.')));

const state = z
  .looseObject({
    latestEvidenceIsPositive: z.nullable(z.boolean()),
    hasEvidence: z.boolean(),
    isGoal: z.boolean(),
    isHighPriorityGoal: z.boolean(),
    leadsToGoalTopDown: z.boolean(),
    requiredForGoalBottomUp: z.boolean(),
    leadsToHighPriorityGoalTopDown: z.boolean(),
    requiredForHighPriorityGoalBottomUp: z.boolean(),
    hasPositiveEvidence: z.boolean(),
    hasNegativeEvidence: z.boolean(),
    distinctPositiveSignatures: countSchema('Keys with a positive assertion.'),
    distinctNegativeSignatures: countSchema('Keys with a negative assertion.'),
    isQualifiedAccordingToSignatures: z.boolean(),
    hasDirectPositiveAssertion: z.boolean(),
    allChildrenLatestEvidenceIsPositive: z.optional(z.boolean()),
    hasAnyChildrenWithPositiveEvidence: z.optional(z.boolean()),
    treeWeight: countSchema('Number of competencies that the percentages refer to.'),
    percentLastEvidenceIsPositive: share,
    percentAllEvidenceIsPositive: share,
    percentHasPositiveEvidence: share,
  })
  .check(z.meta({ id: 'ProfileState', description: 'The state of the person in a competency.' }));

const assertion = z
  .looseObject({
    negative: z.boolean(),
    grade: z.optional(z.unknown()),
    subject: z.optional(shown),
    agent: shown,
    competency: z.optional(shown),
    condition: z.optional(z.unknown()),
    assertionDate: milliseconds,
    expirationDate: milliseconds,
    id: z.string(),
    registration: z.optional(z.unknown()),
    evidence: z.optional(z.array(z.nullable(z.string()))),
  })
  .check(z.meta({ id: 'ProfileAssertion', description: 'An assertion that counts on a competency.' }));

const reason = z
  .looseObject({
    about: z.string().check(z.describe('A member of the state, or `assertions` for one that does not count.')),
    rule: countSchema('The profile rule of the specification that decides.'),
    value: z.union([z.boolean(), z.nullable(z.number())]),
    sentence: z.string().check(z.describe('In English.')),
    assertion: z.optional(z.string().check(z.describe('The assertion that decides, or that does not count.'))),
    negative: z.optional(
      z.nullable(z.boolean()).check(z.describe('Whether that assertion is negative; null: cannot be read.')),
    ),
    assertionDate: z.optional(milliseconds),
    agent: z.optional(shown),
    competency: z.optional(
      z
        .string()
        .check(
          z.describe(
            'Another competency that decides: the competency of the assertion, a goal, a child, or one below.',
          ),
        ),
    ),
    competencyName: z.optional(z.string()),
    path: z.optional(
      z
        .array(z.object({ relation: z.string(), type: z.string(), from: z.string(), to: z.string() }))
        .check(z.describe('The relations over which the assertion travelled, the last ten.')),
    ),
    pathLength: z.optional(countSchema('Number of these relations, if there are more than ten.')),
    count: z.optional(countSchema('Keys with a positive assertion, or competencies with positive evidence.')),
    total: z.optional(countSchema('Competencies that `count` is out of.')),
    requiredSignatureCount: z.optional(z.number().check(z.describe('The number of keys that `count` has to exceed.'))),
    stage: z.optional(z.string().check(z.describe('The stage that left out an assertion that does not count.'))),
    cause: z.optional(
      z
        .enum(REASON_CAUSES)
        .check(z.describe('Why the assertion does not count, or why the child `competency` does not pass.')),
    ),
  })
  .check(
    z.meta({
      id: 'ProfileReason',
      description:
        'A reason for the state of a competency. `about` says which of the facts it has (docs/use/profile.md).',
    }),
  );

const mention = z
  .looseObject({ id: z.string(), state, seeAlso: z.literal(true) })
  .check(z.meta({ id: 'ProfileMention', description: 'A competency that is in full at an earlier place.' }));

/** The children of a node; created for each use, so that the description only refers to nodes. */
const children = () => z.array(z.union([z.lazy(() => node), mention]));

const node: z.ZodMiniType = z
  .looseObject({
    relatedFrameworks: z.optional(z.array(z.string())),
    assertions: z.optional(z.array(assertion)),
    assertionsOmitted: z.optional(countSchema('Earlier assertions that count and are not listed.')),
    name: z.optional(shown),
    shortName: z.optional(shown),
    id: z.string(),
    type: z.optional(shown),
    requiredSignatureCount: z.optional(z.number()),
    children: children(),
    requiredDistinctPositiveSignatures: z.optional(z.number()),
    state,
    resources: z.optional(z.array(z.looseObject({}))),
    reasons: z.optional(z.array(reason)),
  })
  .check(z.meta({ id: 'ProfileNode', description: 'A competency of the framework.' }));

/** The answer. */
export const profile = z
  .looseObject({
    children: children(),
    name: z.optional(shown),
    id: z.string().check(z.describe('The framework as the request named it.')),
    timeline: z.array(z.looseObject({})).check(z.describe('Resources for goals and what they require.')),
    cycles: z.optional(
      z
        .array(z.object({ relation: z.string(), source: z.string(), target: z.string() }))
        .check(z.describe('Relations that close cycles of `narrows` and are left out of the tree.')),
    ),
  })
  .check(z.meta({ id: 'Profile', description: 'The states of a person in the competencies of a framework.' }));
