import type { NodeKind } from '../../repository/frameworks/kinds.ts';
import type { Json, JsonObject } from '../../repository/linked-data/json.ts';

/**
 * The properties of a node by their neutral names, which are those of stored competencies and frameworks (`name`, `description`,
 * `schema:keywords`, `dcterms:type`, `ceasn:codedNotation`): `properties.ts` lists those that formats share. Every other property
 * keeps the name that it came with. A text with a language is a value object (JSON-LD 1.1, 9.5):
 * `{"@language": "fr", "@value": "Lire"}`. Neither arrays nor language maps are values; no property is without values.
 */
export type Properties = ReadonlyMap<string, readonly Json[]>;

/** A framework, collection, concept scheme or progression model, or one of its parts. */
export type FrameworkNode = {
  /** The `@id` without its version. */
  readonly id: string;
  readonly kind: NodeKind;
  readonly properties: Properties;
  /** Names of the properties that have a single value, and came as an array nevertheless: they stay one. */
  readonly lists?: ReadonlySet<string>;
  /** Time of the stored version, UTC milliseconds; null before it is stored. */
  readonly modified: number | null;
};

/**
 * A statement about two nodes, of which one or both may be outside of the framework. `type` is the stored relation type: `narrows`
 * (the source is a child of the target), `requires` (the source needs the target), `isEquivalentTo`, `isRelatedTo`, `majorRelated`,
 * `minorRelated`, `isEnabledBy`, `desires`, `implies`, or a name that a format brought.
 */
export type FrameworkRelation = {
  /** Null before it is stored, and for the hierarchy of concepts, which is stored in the concepts. */
  readonly id: string | null;
  readonly type: string;
  readonly source: string;
  readonly target: string;
  readonly properties: Properties;
  /** As in {@link FrameworkNode}. */
  readonly modified: number | null;
};

/** An object that a framework brings along and that is neither a member nor a relation: a definition or rubric of CASE. */
export type Definition = {
  readonly id: string;
  /** The object as it is stored, without `@id`, owners and signatures. */
  readonly object: JsonObject;
  readonly modified: number | null;
};

/**
 * A framework, collection, concept scheme or progression model with all that belongs to it: what formats read and write, and the
 * store is loaded into.
 */
export type Framework = {
  readonly root: FrameworkNode;
  /** The ids of all members in their order, those that `members` lacks included: they are elsewhere, or the caller may not read them. */
  readonly memberIds: readonly string[];
  /** In the order of `memberIds`. */
  readonly members: readonly FrameworkNode[];
  /** Those of type `narrows` with one target are in the order of its children. */
  readonly relations: readonly FrameworkRelation[];
  readonly definitions: readonly Definition[];
};

/** Something that a format, or the store, could not carry. */
export type Loss = {
  /** The node, or relation, that lost it; the id as the source wrote it. */
  readonly '@id': string;
  /** The property as the source named it. */
  readonly property: string;
  /** A sentence. */
  readonly reason: string;
};
