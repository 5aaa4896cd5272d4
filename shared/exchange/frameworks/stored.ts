import { isScheme, type NodeKind } from '../../repository/frameworks/kinds.ts';
import { isObject, type Json, type JsonObject, member, setMember } from '../../repository/linked-data/json.ts';
import type { FrameworkNode, FrameworkRelation, Properties } from './model.ts';
import { isList, valuesOf } from './values.ts';
import { SERVICE_CONTEXT, STORED_TYPES, withPrefix } from './vocabulary.ts';

/** Members of stored objects that are not properties of nodes: identity, permissions, and the structure, which the model has apart. */
const NOT_PROPERTIES: ReadonlySet<string> = new Set([
  '@id',
  'id',
  '@type',
  'type',
  '@context',
  'context',
  'subType',
  'owner',
  '@owner',
  'reader',
  '@reader',
  'signature',
  '@signature',
  'signatureSha256',
  '@signatureSha256',
  'decryptedSecret',
  '@decryptedSecret',
]);

/** Members that hold the structure of a framework, or of a concept scheme. */
const FRAMEWORK_STRUCTURE: ReadonlySet<string> = new Set(['competency', 'relation', 'case:definition']);
const SCHEME_STRUCTURE: ReadonlySet<string> = new Set([
  'skos:hasTopConcept',
  'skos:narrower',
  'skos:broader',
  'skos:inScheme',
  'skos:topConceptOf',
  'ceasn:inProgressionModel',
]);

/** Members that hold the structure of a relation. */
const RELATION_STRUCTURE: ReadonlySet<string> = new Set(['source', 'target', 'relationType']);

/** Other names of properties in stored objects. Where an object has both, the other name stays as it is. */
const ALIASES: Readonly<Record<string, string>> = {
  title: 'name',
  'schema:name': 'name',
  'schema:description': 'description',
  'schema:author': 'author',
  'schema:creator': 'creator',
  'schema:validFrom': 'validFrom',
  'schema:validThrough': 'validThrough',
  weight: 'schema:weight',
};

/** Neutral names by those in stored concept schemes and progression models, and in what they consist of. */
const SCHEME_NAMES: Readonly<Record<string, string>> = {
  'dcterms:title': 'name',
  'rdfs:label': 'name',
  'dcterms:description': 'description',
  'rdfs:comment': 'description',
  'dcterms:creator': 'creator',
  'dcterms:publisher': 'schema:publisher',
  'dcterms:license': 'schema:license',
  'dcterms:rights': 'dc:rights',
  'dcterms:rightsHolder': 'schema:copyrightHolder',
  'dcterms:dateCopyrighted': 'schema:copyrightYear',
  'dcterms:language': 'schema:inLanguage',
};
const CONCEPT_NAMES: Readonly<Record<string, string>> = {
  // The first that stands for a neutral name is the one that is stored.
  'skos:prefLabel': 'name',
  'skos:definition': 'description',
  ...SCHEME_NAMES,
  'dcterms:title': 'dcterms:title',
  'dcterms:description': 'dcterms:description',
};

/** Properties whose objects are language maps even where their members could be names: `{"id": "Membaca"}`. */
const TEXTS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'dcterms:type',
  'schema:keywords',
  'dc:rights',
  'ceasn:competencyLabel',
  'ceasn:publisherName',
  'ceasn:localSubject',
  'ceasn:tableOfContents',
  'ceasn:comment',
  'skos:note',
  'skos:altLabel',
  'skos:hiddenLabel',
  'skos:changeNote',
  'skos:example',
  'skos:scopeNote',
]);

function namesOf(kind: NodeKind): Readonly<Record<string, string>> {
  if (isScheme(kind)) return SCHEME_NAMES;
  return kind === 'concept' || kind === 'progressionLevel' ? CONCEPT_NAMES : ALIASES;
}

function structureOf(kind: NodeKind): ReadonlySet<string> {
  return namesOf(kind) === ALIASES ? FRAMEWORK_STRUCTURE : SCHEME_STRUCTURE;
}

/** A stored object as a node. */
export function nodeOf(object: JsonObject, id: string, kind: NodeKind, modified: number | null): FrameworkNode {
  const members = storedMembers(object, kind);
  const properties = readProperties(object, members);
  const lists = new Set(
    [...members].flatMap(([name, stored]) => {
      const isOne = properties.get(name)?.length === 1;
      return isOne && stored.some((one) => isList(member(object, one))) ? [name] : [];
    }),
  );
  return { id, kind, properties, modified, ...(lists.size > 0 && { lists }) };
}

/** The members of a stored object in which each property of its node is, by the neutral name of the property. */
export function storedMembers(object: JsonObject, kind: NodeKind): ReadonlyMap<string, readonly string[]> {
  return membersByProperty(object, namesOf(kind), structureOf(kind));
}

/** Whether a member of a stored object can be a property of a node or relation: identity, permissions and structure are not. */
export function isPropertyName(name: string): boolean {
  return ![NOT_PROPERTIES, FRAMEWORK_STRUCTURE, SCHEME_STRUCTURE, RELATION_STRUCTURE].some((names) => names.has(name));
}

/** A stored relation; null without both ends. @param shortIdOf removes the version of an id */
export function relationOf(
  object: JsonObject,
  id: string,
  modified: number | null,
  shortIdOf: (id: string) => string,
): FrameworkRelation | null {
  const [source, target, type] = ['source', 'target', 'relationType'].map((name) => singleText(member(object, name)));
  if (!source || !target) return null;
  return {
    id,
    type: type || 'isRelatedTo',
    modified,
    source: shortIdOf(source),
    target: shortIdOf(target),
    properties: readProperties(object, membersByProperty(object, {}, RELATION_STRUCTURE)),
  };
}

function singleText(value: Json | undefined): string | null {
  const [first] = valuesOf(value, false);
  const text = isObject(first) ? (member(first, '@id') ?? null) : first;
  return typeof text === 'string' ? text : null;
}

function membersByProperty(
  object: JsonObject,
  names: Readonly<Record<string, string>>,
  structure: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const members = new Map<string, string[]>();
  const take = (property: string, stored: string): void => {
    members.set(property, [...(members.get(property) ?? []), stored]);
  };
  const renamed: (readonly [stored: string, name: string, neutral: string])[] = [];
  for (const [stored, value] of Object.entries(object)) {
    const name = withPrefix(stored);
    if (NOT_PROPERTIES.has(stored) || structure.has(name) || valuesOf(value, TEXTS.has(name)).length === 0) continue;
    const neutral = Object.hasOwn(names, name) ? names[name] : undefined;
    if (neutral !== undefined && neutral !== name) renamed.push([stored, name, neutral]);
    else take(name, stored);
  }
  // Of several spellings of a property the one that is written counts; the others keep their own names.
  const rank = ([, name]: (typeof renamed)[number]): number => Object.keys(names).indexOf(name);
  for (const [stored, name, neutral] of renamed.toSorted((one, other) => rank(one) - rank(other))) {
    take(members.has(neutral) ? name : neutral, stored);
  }
  return members;
}

function readProperties(object: JsonObject, members: ReadonlyMap<string, readonly string[]>): Properties {
  return new Map(
    [...members].map(([name, stored]) => [
      name,
      stored.flatMap((one) => valuesOf(member(object, one), TEXTS.has(name))),
    ]),
  );
}

/** A node as it is stored, without the structure of a root, owners and version. */
export function storedNode({ id, kind, properties, lists }: FrameworkNode): JsonObject {
  const { context, type, subType } = STORED_TYPES[kind];
  const object: JsonObject = { '@context': context, '@id': id, '@type': type };
  if (subType !== undefined) object.subType = subType;
  writeProperties(object, properties, storedNames(kind), lists);
  return object;
}

/** A relation with its id, as it is stored. */
export function storedRelation(relation: FrameworkRelation & { readonly id: string }): JsonObject {
  const { id, type, source, target, properties } = relation;
  const object: JsonObject = {
    '@context': SERVICE_CONTEXT,
    '@id': id,
    '@type': 'Relation',
    source,
    target,
    relationType: type,
  };
  writeProperties(object, properties);
  return object;
}

/** Stored names by neutral ones: the first that stands for each. */
function storedNames(kind: NodeKind): ReadonlyMap<string, string> {
  const names = namesOf(kind);
  if (names === ALIASES) return new Map();
  const pairs = Object.entries(names).map(([stored, neutral]): [string, string] => [neutral, stored]);
  return new Map(pairs.reverse());
}

function writeProperties(
  object: JsonObject,
  properties: Properties,
  names: ReadonlyMap<string, string> = new Map(),
  lists: ReadonlySet<string> = new Set(),
): void {
  for (const [name, values] of properties) {
    const [first, ...others] = values;
    // What a document brings in never decides which object is written, or who may read and change it.
    if (first === undefined || NOT_PROPERTIES.has(name)) continue;
    setMember(object, names.get(name) ?? name, others.length === 0 && !lists.has(name) ? first : [...values]);
  }
}
