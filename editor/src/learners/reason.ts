import * as z from 'zod/mini';
import { UNKNOWN_PERSON } from '../../../shared/profiles/engine/output/nodes.ts';
import { displayText } from '../../../shared/profiles/engine/stored-values.ts';
import type { Json } from '../../../shared/repository/linked-data/json.ts';

/** UTC milliseconds; null without a date, or with one beyond those that can be shown. */
export const dateSchema = z.pipe(
  z.nullable(z.number()),
  z.transform((time) => (time === null || Number.isNaN(new Date(time).getTime()) ? null : time)),
);

/** Name of the person who made an assertion; null: unknown. */
export const agentSchema = z.pipe(
  z.optional(z.custom<Json>()), // as stored
  z.transform((stored) => {
    const name = displayText(stored);
    return name === '' || name === UNKNOWN_PERSON ? null : name;
  }),
);

/** `assertion` is its short id. */
const assertion = { assertion: z.optional(z.string()), assertionDate: dateSchema, agent: agentSchema };

/** Another competency. */
const other = { competency: z.string(), competencyName: z.optional(z.string()) };
const otherOrNone = { competency: z.optional(z.string()), competencyName: z.optional(z.string()) };

function reason<About extends string, Facts extends z.core.$ZodLooseShape>(about: About, facts: Facts) {
  return z.object({ about: z.literal(about), ...facts });
}

const knownSchema = z.discriminatedUnion('about', [
  z.discriminatedUnion('value', [
    reason('latestEvidenceIsPositive', { value: z.null() }),
    reason('latestEvidenceIsPositive', { value: z.literal([true, false]), ...assertion, ...otherOrNone }),
  ]),
  reason('hasPositiveEvidence', { ...assertion, ...otherOrNone }),
  reason('hasNegativeEvidence', { ...assertion, ...otherOrNone }),
  reason('hasDirectPositiveAssertion', assertion),
  reason('isQualifiedAccordingToSignatures', { count: z.number(), requiredSignatureCount: z.number() }),
  reason('assertions', {
    ...assertion,
    cause: z.enum(['unreadable', 'no-agent', 'not-yet-made', 'expired', 'outside-dates', 'conditions-not-met']),
  }),
  reason('isGoal', otherOrNone),
  reason('isHighPriorityGoal', otherOrNone),
  reason('leadsToGoalTopDown', other),
  reason('leadsToHighPriorityGoalTopDown', other),
  reason('requiredForGoalBottomUp', other),
  reason('requiredForHighPriorityGoalBottomUp', other),
  z.discriminatedUnion('value', [
    reason('allChildrenLatestEvidenceIsPositive', { value: z.literal(true) }),
    reason('allChildrenLatestEvidenceIsPositive', {
      value: z.literal(false),
      cause: z.enum(['no-evidence', 'latest-negative']),
      ...other,
    }),
  ]),
  z.discriminatedUnion('value', [
    reason('hasAnyChildrenWithPositiveEvidence', { value: z.literal(false) }),
    reason('hasAnyChildrenWithPositiveEvidence', { value: z.literal(true), ...other }),
  ]),
  reason('percentHasPositiveEvidence', { count: z.number(), total: z.number() }),
]);

/** The facts of a reason of a kind that the editor knows. */
export type KnownReason = z.infer<typeof knownSchema>;

/** Why a learner stands as they do in a competency. */
export type Reason = {
  /** The sentence of the service, usually in English. */
  readonly sentence: string;
  /** null if an operator's stage or a service of another version gives a reason that the editor does not know. */
  readonly known: KnownReason | null;
};

/** A reason of a profile. */
export const reasonSchema = z.pipe(
  z.looseObject({ sentence: z.string() }),
  z.transform((given): Reason => ({ sentence: given.sentence, known: knownSchema.safeParse(given).data ?? null })),
);
