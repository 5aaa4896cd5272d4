import * as z from 'zod/mini';
import { isWebAddress } from './evidence.ts';
import { agentSchema, dateSchema, type Reason, reasonSchema } from './reason.ts';

/** `competency` is its name, usually a string. */
const recordSchema = z.looseObject({
  id: z.string(),
  negative: z.boolean(),
  agent: agentSchema,
  assertionDate: dateSchema,
  expirationDate: dateSchema,
  evidence: z._default(z.array(z.nullable(z.string())), []),
});

/** An assertion in a profile. */
export type ProfileRecord = z.infer<typeof recordSchema>;

const stateSchema = z.object({
  latestEvidenceIsPositive: z.nullable(z.boolean()),
  isGoal: z.boolean(),
  requiredForGoalBottomUp: z.boolean(),
  hasAnyChildrenWithPositiveEvidence: z.optional(z.boolean()),
});

/** A competency in a profile. One with several parents is in full at its first place, and `seeAlso` elsewhere. */
export type ProfileEntry = {
  readonly id: string;
  readonly name: string | null;
  readonly state: z.infer<typeof stateSchema>;
  readonly children: readonly ProfileEntry[];
  readonly records: readonly ProfileRecord[];
  readonly reasons: readonly Reason[];
  readonly resources: readonly { readonly name: string; readonly address: string }[];
  readonly seeAlso: boolean;
};

const entrySchema = z.object({
  id: z.string(),
  name: z.optional(z.unknown()),
  state: stateSchema,
  children: z._default(z.array(z.unknown()), []),
  assertions: z._default(z.array(recordSchema), []),
  reasons: z._default(z.array(reasonSchema), []),
  resources: z._default(z.array(z.looseObject({})), []),
  seeAlso: z._default(z.boolean(), false),
});

/** The top competencies of the answer of the service. @throws Error when it is not a profile */
export function parseProfile(answer: unknown): readonly ProfileEntry[] {
  return z
    .object({ children: z.array(z.unknown()) })
    .parse(answer)
    .children.map(parseEntry);
}

function parseEntry(value: unknown): ProfileEntry {
  const { id, name, state, children, assertions, reasons, resources, seeAlso } = entrySchema.parse(value);
  return {
    id,
    state,
    seeAlso,
    name: textOf(name),
    records: assertions,
    reasons,
    children: children.map(parseEntry),
    resources: resources.flatMap((one) => {
      const address = textOf(one['url']);
      return address === null || !isWebAddress(address) ? [] : [{ name: textOf(one['name']) ?? address, address }];
    }),
  };
}

/** A string in an answer; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The state of a learner in a competency. */
export type Standing = 'achieved' | 'not-yet' | 'begun' | 'open';

export function standingOf({ state }: Pick<ProfileEntry, 'state'>): Standing {
  if (state.latestEvidenceIsPositive === true) return 'achieved';
  if (state.latestEvidenceIsPositive === false) return 'not-yet';
  return state.hasAnyChildrenWithPositiveEvidence === true ? 'begun' : 'open';
}

/** Every competency once, in the order of the tree, with its depth. Children of top competencies have the depth 1. */
export function entriesOf(
  profile: readonly ProfileEntry[],
  depth = 0,
): readonly { readonly entry: ProfileEntry; readonly depth: number }[] {
  return profile.flatMap((entry) => {
    if (entry.seeAlso) return [];
    return [{ entry, depth }, ...entriesOf(entry.children, depth + 1)];
  });
}

/** How many competencies there are, and how many of them are achieved. */
export function countAchieved(profile: readonly ProfileEntry[]): { readonly achieved: number; readonly count: number } {
  const entries = entriesOf(profile);
  const achieved = entries.filter(({ entry }) => standingOf(entry) === 'achieved');
  return { achieved: achieved.length, count: entries.length };
}

/** Every assertion once, the latest first, with the competency that it was made on. */
export function recordsOf(profile: readonly ProfileEntry[]): readonly ProfileRecord[] {
  const records = new Map(entriesOf(profile).flatMap(({ entry }) => entry.records.map((one) => [one.id, one])));
  return [...records.values()].sort((a, b) => (b.assertionDate ?? 0) - (a.assertionDate ?? 0));
}

/** What is left to do, in the order of the tree: what goals require first, without competencies that have some below them. */
export function nextSteps(profile: readonly ProfileEntry[]): readonly ProfileEntry[] {
  const open = entriesOf(profile)
    .map(({ entry }) => entry)
    .filter((entry) => entry.children.length === 0 && standingOf(entry) !== 'achieved');
  const forGoals = open.filter(({ state }) => state.isGoal || state.requiredForGoalBottomUp);
  return forGoals.length > 0 ? forGoals : open;
}
