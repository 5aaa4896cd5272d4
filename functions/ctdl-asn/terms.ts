import type { NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';

/**
 * How values of a property are written. `text`: a language map with a text per language; `texts`: a language map with arrays;
 * `one-or-many`: a language map with an array if the value was read from an array; `single`: a single value, an array only for several;
 * `list`: always an array, and texts in languages as `one-or-many`.
 */
export type Shape = 'text' | 'texts' | 'one-or-many' | 'single' | 'list';

/** A property of CTDL-ASN, and its neutral name. */
type Term = { readonly name: string; readonly neutral: string; readonly shape: Shape };

const COMMON: readonly Term[] = [
  { name: 'ceasn:author', neutral: 'author', shape: 'list' },
  { name: 'ceasn:creator', neutral: 'creator', shape: 'list' },
  { name: 'ceasn:conceptKeyword', neutral: 'schema:keywords', shape: 'texts' },
  { name: 'ceasn:dateCopyrighted', neutral: 'schema:copyrightYear', shape: 'single' },
  { name: 'ceasn:dateValidFrom', neutral: 'validFrom', shape: 'single' },
  { name: 'ceasn:dateValidUntil', neutral: 'validThrough', shape: 'single' },
  { name: 'ceasn:identifier', neutral: 'schema:identifier', shape: 'list' },
  { name: 'ceasn:inLanguage', neutral: 'schema:inLanguage', shape: 'list' },
  { name: 'ceasn:license', neutral: 'schema:license', shape: 'single' },
  { name: 'ceasn:publisher', neutral: 'schema:publisher', shape: 'list' },
  { name: 'ceasn:rights', neutral: 'dc:rights', shape: 'text' },
  { name: 'ceasn:rightsHolder', neutral: 'schema:copyrightHolder', shape: 'single' },
  { name: 'ceasn:source', neutral: 'dc:source', shape: 'list' },
  { name: 'ceasn:weight', neutral: 'schema:weight', shape: 'single' },
  { name: 'ceasn:competencyCategory', neutral: 'dcterms:type', shape: 'one-or-many' },
];

const NAMED: readonly Term[] = [
  { name: 'ceasn:name', neutral: 'name', shape: 'text' },
  { name: 'ceasn:description', neutral: 'description', shape: 'text' },
  ...COMMON,
];

const COMPETENCY: readonly Term[] = [
  { name: 'ceasn:competencyText', neutral: 'name', shape: 'text' },
  { name: 'ceasn:comment', neutral: 'description', shape: 'texts' },
  ...COMMON,
];

const COLLECTION: readonly Term[] = [
  { name: 'ceterms:name', neutral: 'name', shape: 'text' },
  { name: 'ceterms:description', neutral: 'description', shape: 'text' },
  { name: 'ceterms:inLanguage', neutral: 'schema:inLanguage', shape: 'list' },
  { name: 'ceterms:keyword', neutral: 'schema:keywords', shape: 'texts' },
  ...COMMON.filter(({ neutral }) => !['schema:inLanguage', 'schema:keywords'].includes(neutral)),
];

const CONCEPT: readonly Term[] = [
  { name: 'skos:prefLabel', neutral: 'name', shape: 'text' },
  { name: 'skos:definition', neutral: 'description', shape: 'text' },
  ...COMMON,
];

/** The terms of each kind of node. */
const TERMS: Readonly<Record<NodeKind, readonly Term[]>> = {
  framework: NAMED,
  collection: COLLECTION,
  conceptScheme: NAMED,
  progressionModel: NAMED,
  competency: COMPETENCY,
  concept: CONCEPT,
  progressionLevel: CONCEPT,
};

/** Properties that keep their name, by shape; all others are lists. */
const TEXT: ReadonlySet<string> = new Set([
  'ceasn:competencyLabel',
  'ceasn:tableOfContents',
  'ceasn:name',
  'ceasn:description',
  'ceterms:name',
  'ceterms:description',
  'skos:prefLabel',
  'skos:definition',
]);
const TEXTS: ReadonlySet<string> = new Set([
  'ceasn:comment',
  'ceasn:publisherName',
  'ceterms:keyword',
  'skos:note',
  'skos:altLabel',
  'skos:hiddenLabel',
  'skos:changeNote',
  'skos:example',
  'skos:scopeNote',
]);
const SINGLE: ReadonlySet<string> = new Set([
  'ceterms:ctid',
  'ceasn:derivedFrom',
  'ceasn:listID',
  'ceasn:isVersionOf',
  'ceasn:repositoryDate',
  'ceasn:dateCreated',
  'ceasn:dateModified',
  'ceasn:publicationStatusType',
  'ceasn:codedNotation',
  'ceasn:shouldIndex',
  'ceasn:dateCopyright',
  'ceasn:dateAvailableFrom',
  'ceasn:dateAvailableUntil',
  'ceterms:subjectWebpage',
  'ceterms:previousVersion',
  'ceterms:nextVersion',
  'ceterms:latestVersion',
  'asn:hasProgressionLevel',
  'skos:notation',
  'ceterms:precedes',
  'ceterms:precededBy',
]);

/** The shape of a property that keeps its name. */
function shapeOf(name: string): Shape {
  if (name === 'ceasn:localSubject') return 'one-or-many';
  if (TEXT.has(name)) return 'text';
  if (TEXTS.has(name)) return 'texts';
  return SINGLE.has(name) ? 'single' : 'list';
}

/** The properties that the shared terms of other formats become, if those properties are absent. */
const FALLBACKS: Readonly<Record<string, string>> = {
  'case:CFItemType': 'dcterms:type',
  'case:listEnumeration': 'ceasn:listID',
  listEnumeration: 'ceasn:listID',
  'schema:publisherName': 'ceasn:publisherName',
};

/** Prefixes of properties that CTDL-ASN cannot express. */
const FOREIGN: ReadonlySet<string> = new Set(['schema', 'dc', 'dcterms', 'case', 'gemq', 'rdfs', 'rdf']);

/** Codes of occupations, industries and programs, which keep their names. */
const LISTS_OF_CODES: ReadonlySet<string> = new Set(['socList', 'naicsList', 'cipList']);

const BY_NAME = new Map(Object.entries(TERMS).map(([kind, terms]) => [kind, new Map(terms.map((t) => [t.name, t]))]));
const BY_NEUTRAL = new Map(
  Object.entries(TERMS).map(([kind, terms]) => [kind, new Map(terms.map((t) => [t.neutral, t]))]),
);

/** The neutral name of a property of CTDL-ASN. */
export function neutralName(kind: NodeKind, name: string): string {
  return BY_NAME.get(kind)?.get(name)?.neutral ?? name;
}

/** Whether the objects of a property are language maps even if their members could be names. */
export function holdsTexts(kind: NodeKind, name: string): boolean {
  return ['text', 'texts', 'one-or-many'].includes(BY_NAME.get(kind)?.get(name)?.shape ?? shapeOf(name));
}

/** The property of CTDL-ASN for a neutral one, and how it is written; null when there is none. */
export function termFor(kind: NodeKind, neutral: string): { readonly name: string; readonly shape: Shape } | null {
  const term = BY_NEUTRAL.get(kind)?.get(neutral);
  if (term !== undefined) return term;
  const fallback = entryOf(FALLBACKS, neutral);
  if (fallback !== undefined) return termFor(kind, fallback);
  const colon = neutral.indexOf(':');
  if (!LISTS_OF_CODES.has(neutral) && (colon <= 0 || FOREIGN.has(neutral.slice(0, colon)))) return null;
  return { name: neutral, shape: shapeOf(neutral) };
}

/** The property whose fallback this one is, which applies only if that property is absent; null if none. */
export function fallbackOf(neutral: string): string | null {
  return entryOf(FALLBACKS, neutral) ?? null;
}
