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
  const members = membersIn(object, namesOf(kind), structureOf(kind));
  const properties = propertiesIn(members);
  const lists = members.filter(({ name, value, values }) => {
    return values.length === 1 && isList(value) && properties.get(name)?.length === 1;
  });
  return { id, kind, properties, modified, ...(lists.length > 0 && { lists: new Set(lists.map(({ name }) => name)) }) };
}

/** The members of a stored object in which each property of its node is, by the neutral name of the property. */
export function storedMembers(object: JsonObject, kind: NodeKind): ReadonlyMap<string, readonly string[]> {
  const byProperty = Map.groupBy(membersIn(object, namesOf(kind), structureOf(kind)), ({ name }) => name);
  return new Map([...byProperty].map(([name, members]) => [name, members.map(({ stored }) => stored)]));
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
    properties: propertiesIn(membersIn(object, NO_NAMES, RELATION_STRUCTURE)),
  };
}

function singleText(value: Json | undefined): string | null {
  const [first] = valuesOf(value, false);
  const text = isObject(first) ? (member(first, '@id') ?? null) : first;
  return typeof text === 'string' ? text : null;
}

/** A member of a stored object that holds values of a property. */
type Member = {
  readonly stored: string;
  /** The neutral name of the property. */
  readonly name: string;
  readonly value: Json;
  readonly values: readonly Json[];
};

const NO_NAMES: Readonly<Record<string, string>> = {};

/** Those with another name than the property come last. */
function membersIn(
  object: JsonObject,
  names: Readonly<Record<string, string>>,
  structure: ReadonlySet<string>,
): readonly Member[] {
  const members: Member[] = [];
  const renamed: Member[] = [];
  for (const stored of Object.keys(object)) {
    if (NOT_PROPERTIES.has(stored)) continue;
    const name = withPrefix(stored);
    if (structure.has(name)) continue;
    const value = object[stored] ?? null;
    const values = valuesOf(value, TEXTS.has(name));
    if (values.length === 0) continue;
    const isRenamed = Object.hasOwn(names, name) && names[name] !== name;
    (isRenamed ? renamed : members).push({ stored, name, value, values });
  }
  if (renamed.length === 0) return members;
  // Of several spellings of a property the one that is written counts; the others keep their own names.
  const order = Object.keys(names);
  const taken = new Set(members.map(({ name }) => name));
  for (const member of renamed.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))) {
    const neutral = names[member.name] ?? member.name;
    const name = taken.has(neutral) ? member.name : neutral;
    taken.add(name);
    members.push({ ...member, name });
  }
  return members;
}

function propertiesIn(members: readonly Member[]): Properties {
  const properties = new Map<string, readonly Json[]>();
  for (const { name, values } of members) {
    const before = properties.get(name);
    properties.set(name, before === undefined ? values : [...before, ...values]);
  }
  return properties;
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
  if (names === ALIASES) return NOT_RENAMED;
  const pairs = Object.entries(names).map(([stored, neutral]): [string, string] => [neutral, stored]);
  return new Map(pairs.reverse());
}

const NOT_RENAMED: ReadonlyMap<string, string> = new Map();
const NO_LISTS: ReadonlySet<string> = new Set();

function writeProperties(
  object: JsonObject,
  properties: Properties,
  names: ReadonlyMap<string, string> = NOT_RENAMED,
  lists: ReadonlySet<string> = NO_LISTS,
): void {
  for (const [name, values] of properties) {
    const [first, ...others] = values;
    // What a document brings in never decides which object is written, or who may read and change it.
    if (first === undefined || NOT_PROPERTIES.has(name)) continue;
    setMember(object, names.get(name) ?? name, others.length === 0 && !lists.has(name) ? first : [...values]);
  }
}
