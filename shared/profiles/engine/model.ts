import type { Json, JsonObject } from '../../repository/linked-data/json.ts';

/**
 * The input of a profile: plain data that a loader has read, filtered by the rights of the caller, and decrypted. The order of
 * the arrays has no meaning, except in `framework.competencies`.
 *
 * Ids are short ids (without version). Where other objects name a competency, a versioned id is understood too.
 */
export type ProfileGraph = {
  readonly framework: ProfileFramework;
  /** The competencies of the framework and of outside frameworks, except unreadable ones. */
  readonly competencies: readonly ProfileCompetency[];
  /** Relations of all these frameworks. A relation with an end that is not among the competencies has no effect. */
  readonly relations: readonly ProfileRelation[];
  readonly resources?: readonly ProfileResource[] | undefined;
  /** The concepts that `validCondition` or the request's conditions name; needed for conditions only. */
  readonly concepts?: readonly ProfileConcept[] | undefined;
};

/** The target framework (specification: Framework). */
export type ProfileFramework = {
  readonly id: string;
  readonly name?: Json | undefined;
  /** The framework's `competency` list: it decides which competencies are shown, and in which order. */
  readonly competencies: readonly string[];
};

/** A vertex (specification: Competency). Texts are as stored: the engine makes them readable. */
export type ProfileCompetency = {
  readonly id: string;
  readonly name?: Json | undefined;
  /** `schema:alternateName`. */
  readonly shortName?: Json | undefined;
  /** `dcterms:type`. */
  readonly type?: Json | undefined;
  /** A count, or its digits as text. */
  readonly requiredSignatureCount?: Json | undefined;
  /** Ids of concepts. */
  readonly validCondition?: readonly string[] | undefined;
  /** Short ids of the frameworks that a relation of this competency led to. */
  readonly relatedFrameworks?: readonly string[] | undefined;
};

/** An edge (specification: Relation). Types other than the specification's have no effect. */
export type ProfileRelation = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly type: string;
  /** ISO 8601 date or time; without a zone, UTC. */
  readonly validFrom?: string | undefined;
  /** ISO 8601 date or time; a date lasts until its end. */
  readonly validThrough?: string | undefined;
};

/** A CreativeWork aligned to competencies (specification: profile rule 2). */
export type ProfileResource = {
  readonly id: string;
  /** The competencies that its `educationalAlignment.targetUrl` name. */
  readonly targets: readonly string[];
  /** The object as shown to the caller. */
  readonly object: JsonObject;
};

/** A SKOS concept that names a condition of assertions. */
export type ProfileConcept = {
  readonly id: string;
  /** `skos:prefLabel`: the name of the condition. */
  readonly prefLabel?: Json | undefined;
  /** `skos:hiddenLabel`: a JSONPath which finds something in evidence that meets the condition. */
  readonly hiddenLabel?: Json | undefined;
};

/**
 * A decrypted assertion about the subject (specification: Assertion). The loader has compared the subject.
 *
 * The engine decides whether it counts by `competency`, `negative`, `agent` and the two dates; see
 * `exclusionOf`. `evidence` is only shown, unless conditions are requested: it may stay undecrypted for the rest.
 */
export type ProfileAssertion = {
  readonly id: string;
  readonly competency: string;
  /** The result of `isNegative`; null when it cannot be read, and the assertion then does not count. */
  readonly negative: boolean | null;
  /** Null when it cannot be read, and the assertion then does not count. */
  readonly agent: ProfileAgent | null;
  /** UTC milliseconds; null when it is absent or cannot be read. */
  readonly assertionDate: number | null;
  /** UTC milliseconds; null when it never expires. */
  readonly expirationDate: number | null;
  /** Items that cannot be read are null. */
  readonly evidence?: readonly (string | null)[] | undefined;
  readonly grade?: Json | undefined;
  readonly registration?: Json | undefined;
  readonly condition?: Json | undefined;
};

/** The agent of an assertion. */
export type ProfileAgent = {
  /** Identifies the key, for example its key id. */
  readonly key: string;
  /** `name` of the person with that key, as stored; absent when the person is unknown. */
  readonly name?: Json | undefined;
};

/** The subject of the profile. */
export type ProfilePerson = {
  /** `name` as stored, `Unknown Person` when the person is unknown; absent when the person has none. */
  readonly name?: Json | undefined;
  readonly goals: readonly ProfileGoal[];
};

/** An entry of the person's `seeks` (specification: profile rule 12). */
export type ProfileGoal = { readonly competency: string; readonly highPriority: boolean };

/** The parameters of a calculation (specification: Profile). All times are UTC milliseconds. */
export type ProfileOptions = {
  /** The time of the request. */
  readonly now: number;
  /** Calculate as of that time instead: later assertions do not exist yet, and expiry is judged then. */
  readonly targetDateTime?: number | undefined;
  /** Keep only assertions dated at or after this. */
  readonly startDate?: number | undefined;
  /** Keep only assertions dated at or before this. */
  readonly endDate?: number | undefined;
  /** Keep only assertions with all of these conditions: texts, or ids of concepts. None: no such filter. */
  readonly conditions?: readonly string[] | undefined;
  /** Adds `reasons` to every competency. */
  readonly explain?: boolean | undefined;
  /** Repeat a competency in full under each of its parents. */
  readonly expand?: boolean | undefined;
  /** Preferred language (BCP 47) of names that have several; otherwise the first language is used. */
  readonly language?: string | undefined;
  /** The `id` of the answer: the framework as the request named it. Default: its short id. */
  readonly frameworkId?: string | undefined;
  /** Other parameters of the request, for stages. */
  readonly parameters?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Limits that override the default ones. */
  readonly limits?: Partial<ProfileLimits> | undefined;
};

/** Limits of one calculation; beyond them it fails with 422 `profile-too-large`. */
export type ProfileLimits = {
  readonly competencies: number;
  readonly relations: number;
  readonly assertions: number;
  /** Nodes of the answer, mentions included. */
  readonly nodes: number;
  /** Nodes of the answer when it is expanded. */
  readonly expandedNodes: number;
  /** Levels of competencies below each other in the answer. */
  readonly depth: number;
  /** Total number of listed assertions; if there are more, each competency lists only its latest ones, without an error. */
  readonly listedAssertions: number;
  /** Competencies of an answer that is explained. */
  readonly explainedCompetencies: number;
  /** Elementary steps of algorithms whose time can grow faster than the graph. */
  readonly steps: number;
};
