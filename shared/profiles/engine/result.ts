import type { Json, JsonObject } from '../../repository/linked-data/json.ts';

/** The answer (specification: Profile result). Members are in the order in which they are sent. */
export type Profile = {
  /** The competencies that are not below others of the framework, in the framework's order. */
  children: ProfileChild[];
  name?: Json;
  /** The framework as the request named it. */
  id: string;
  /** Resources (CreativeWork) for competencies that are goals or required for goals, each once, in the order of the tree. */
  timeline: JsonObject[];
  /** The relations that close cycles of `narrows` and were left out of the tree; absent when there are none. */
  cycles?: CutRelation[];
};

/** A `narrows` relation that was left out because it closes a cycle. */
export type CutRelation = { relation: string; source: string; target: string };

/** A place in the tree. */
export type ProfileChild = ProfileNode | ProfileMention;

/** A competency that is in full at an earlier place in the answer. */
export type ProfileMention = { id: string; state: CompetencyState; seeAlso: true };

/** A competency in full. */
export type ProfileNode = {
  /** Short ids of the outside frameworks that its relations led to. */
  relatedFrameworks?: string[];
  /** The assertions that are on it or travelled to it, the earliest first; absent when there are none. */
  assertions?: AssertionEntry[];
  /** Number of earlier assertions that are not listed, because the answer would be too long; they still count. */
  assertionsOmitted?: number;
  name?: Json;
  shortName?: Json;
  id: string;
  type?: Json;
  requiredSignatureCount?: number;
  children: ProfileChild[];
  requiredDistinctPositiveSignatures?: number;
  state: CompetencyState;
  /** CreativeWork objects aligned to it. */
  resources?: JsonObject[];
  /** Present only if explanations are requested. */
  reasons?: Reason[];
};

/** The state of the person in a competency. Stages may change it. */
export type CompetencyState = {
  /** Null without evidence. */
  latestEvidenceIsPositive: boolean | null;
  hasEvidence: boolean;
  isGoal: boolean;
  isHighPriorityGoal: boolean;
  leadsToGoalTopDown: boolean;
  requiredForGoalBottomUp: boolean;
  leadsToHighPriorityGoalTopDown: boolean;
  requiredForHighPriorityGoalBottomUp: boolean;
  hasPositiveEvidence: boolean;
  hasNegativeEvidence: boolean;
  distinctPositiveSignatures: number;
  distinctNegativeSignatures: number;
  isQualifiedAccordingToSignatures: boolean;
  hasDirectPositiveAssertion: boolean;
  /** Absent where no child decides. */
  allChildrenLatestEvidenceIsPositive?: boolean;
  /** Absent where no child decides. */
  hasAnyChildrenWithPositiveEvidence?: boolean;
  treeWeight: number;
  percentLastEvidenceIsPositive: number;
  percentAllEvidenceIsPositive: number;
  percentHasPositiveEvidence: number;
};

/** An assertion in the answer: the same object wherever it counts. */
export type AssertionEntry = {
  negative: boolean;
  grade?: Json;
  /** Name of the subject as stored, or `Unknown Person`; absent for a person without a name. */
  subject?: Json;
  /** Name of the agent as stored, or `Unknown Person`. */
  agent: Json;
  /** Name of the competency on which it was made. */
  competency?: Json;
  condition?: Json;
  /** UTC milliseconds. */
  assertionDate: number | null;
  /** UTC milliseconds; null when it never expires. */
  expirationDate: number | null;
  id: string;
  registration?: Json;
  evidence?: (string | null)[];
};

/**
 * One reason for the state of a competency: a sentence in English, and its facts, with which a program can write the sentence in
 * another language. `docs/use/profile.md` lists the facts of each kind of reason.
 */
export type Reason = {
  /** The subject of the reason: a member of the state, or `assertions` for an assertion that does not count. */
  about: keyof CompetencyState | 'assertions';
  /** The specification's profile rule that decides. */
  rule: number;
  /** The result of the rule. */
  value: boolean | number | null;
  sentence: string;
  /** The assertion that decides, or that does not count. */
  assertion?: string;
  /** Whether that assertion is negative; null when it cannot be read. */
  negative?: boolean | null;
  /** Date of that assertion, UTC milliseconds; null when it has no readable one. */
  assertionDate?: number | null;
  /** Name of its agent as stored, or `Unknown Person`. */
  agent?: Json;
  /** Another competency that decides: the one on which the assertion was made, a goal, a child, one below. */
  competency?: string;
  /** Name of that competency; absent when it has none. */
  competencyName?: string;
  /** The path of the assertion from that competency; absent when it was made on this one. */
  path?: PathStep[];
  /** Length of the path when it is longer than `path`. */
  pathLength?: number;
  /** The number of keys with a positive assertion, or of competencies with positive evidence. */
  count?: number;
  /** The number of competencies that `count` is out of. */
  total?: number;
  /** The number of keys that `count` has to exceed. */
  requiredSignatureCount?: number;
  /** The stage that left out an assertion that does not count. */
  stage?: string;
  /** Why the assertion does not count, unless an operator's stage left it out; or why the child `competency` does not pass. */
  cause?: ReasonCause;
};

/** Why an assertion does not count, and why a child does not pass (the last two). */
export const REASON_CAUSES = [
  'unreadable',
  'no-agent',
  'not-yet-made',
  'expired',
  'outside-dates',
  'conditions-not-met',
  'no-evidence',
  'latest-negative',
] as const;

/** One of {@link REASON_CAUSES}. */
export type ReasonCause = (typeof REASON_CAUSES)[number];

/** A step along a relation. */
export type PathStep = { relation: string; type: string; from: string; to: string };

/**
 * A profile as JSON text, split where its `id` belongs, since that is the framework as each request names it
 * (`shared/profiles/engine/result.ts`). Neither part contains a line break: JSON escapes line breaks in texts.
 */
export type ProfileText = { readonly before: string; readonly after: string };

/** Serializes a profile. */
export function profileText(profile: Profile): ProfileText {
  const { children, name, id: _id, ...rest } = profile;
  const before = JSON.stringify({ children, ...(name !== undefined && { name }) });
  return { before: before.slice(0, -1), after: JSON.stringify(rest).slice(1) };
}

/** The whole text with this `id`. */
export function withId({ before, after }: ProfileText, id: string): string {
  return `${before},"id":${JSON.stringify(id)},${after}`; // neither part is ever empty: `children`, `timeline`
}
