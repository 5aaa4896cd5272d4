import type { NodeKind } from '../../shared/repository/frameworks/kinds.ts';
import { entryOf } from '../../shared/repository/linked-data/entry-of.ts';

/**
 * How a field is written. `text`: one text; `texts`: an array of texts; `date`: a full-date of RFC 3339; `link`: a link object, stored
 * as JSON; `links`: an array of link objects.
 */
type Shape = 'text' | 'texts' | 'date' | 'link' | 'links';

/** A field of CASE, its neutral property, whether its texts are in the language of the part, and whether only CASE 1.1 has it. */
export type Field = {
  readonly name: string;
  readonly neutral: string;
  readonly shape: Shape;
  readonly hasLanguage?: true;
  readonly since?: '1.1';
};

const STATUS: readonly Field[] = [
  { name: 'language', neutral: 'schema:inLanguage', shape: 'text' },
  { name: 'licenseURI', neutral: 'case:licenseURI', shape: 'link' },
  { name: 'statusStartDate', neutral: 'validFrom', shape: 'date' },
  { name: 'statusEndDate', neutral: 'validThrough', shape: 'date' },
];

const DOCUMENT: readonly Field[] = [
  { name: 'title', neutral: 'name', shape: 'text', hasLanguage: true },
  { name: 'description', neutral: 'description', shape: 'text', hasLanguage: true },
  { name: 'creator', neutral: 'creator', shape: 'text' },
  { name: 'publisher', neutral: 'ceasn:publisherName', shape: 'text' },
  { name: 'officialSourceURL', neutral: 'dc:source', shape: 'text' },
  { name: 'subject', neutral: 'schema:keywords', shape: 'texts', hasLanguage: true },
  { name: 'subjectURI', neutral: 'case:subjectURI', shape: 'links' },
  { name: 'version', neutral: 'schema:version', shape: 'text' },
  { name: 'adoptionStatus', neutral: 'case:adoptionStatus', shape: 'text' },
  { name: 'notes', neutral: 'case:notes', shape: 'text', hasLanguage: true },
  { name: 'frameworkType', neutral: 'case:frameworkType', shape: 'text', since: '1.1' },
  { name: 'caseVersion', neutral: 'case:caseVersion', shape: 'text', since: '1.1' },
  ...STATUS,
];

const ITEM: readonly Field[] = [
  { name: 'fullStatement', neutral: 'name', shape: 'text', hasLanguage: true },
  { name: 'notes', neutral: 'description', shape: 'text', hasLanguage: true },
  { name: 'alternativeLabel', neutral: 'ceasn:competencyLabel', shape: 'text', hasLanguage: true },
  { name: 'CFItemType', neutral: 'dcterms:type', shape: 'text', hasLanguage: true },
  { name: 'CFItemTypeURI', neutral: 'case:CFItemTypeURI', shape: 'link' },
  { name: 'humanCodingScheme', neutral: 'ceasn:codedNotation', shape: 'text' },
  { name: 'listEnumeration', neutral: 'ceasn:listID', shape: 'text' },
  { name: 'abbreviatedStatement', neutral: 'case:abbreviatedStatement', shape: 'text', hasLanguage: true },
  { name: 'conceptKeywords', neutral: 'schema:keywords', shape: 'texts', hasLanguage: true },
  { name: 'conceptKeywordsURI', neutral: 'case:conceptKeywordsURI', shape: 'link' },
  { name: 'educationLevel', neutral: 'ceasn:educationLevelType', shape: 'texts' },
  { name: 'subject', neutral: 'case:subject', shape: 'texts', hasLanguage: true, since: '1.1' },
  { name: 'subjectURI', neutral: 'case:subjectURI', shape: 'links', since: '1.1' },
  ...STATUS,
];

/** The fields of a root, or of a member, apart from ids, links to other parts and the time of the last change. */
export function fieldsOf(kind: NodeKind): readonly Field[] {
  return isMember(kind) ? ITEM : DOCUMENT;
}

const BY_NAME = [ITEM, DOCUMENT].map((fields) => new Map(fields.map((field) => [field.name, field])));

/** A field of a root, or of a member, by its name. */
export function fieldNamed(kind: NodeKind, name: string): Field | undefined {
  return BY_NAME[isMember(kind) ? 0 : 1]?.get(name);
}

function isMember(kind: NodeKind): boolean {
  return kind === 'competency' || kind === 'concept' || kind === 'progressionLevel';
}

/** Equivalent properties of other formats, by field, which are used if the field's property is absent. */
export const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  title: ['ceasn:codedNotation'],
  fullStatement: ['description', 'ceasn:codedNotation'],
  creator: ['author', 'ceasn:publisherName', 'schema:publisherName', 'schema:publisher'],
  publisher: ['schema:publisherName', 'schema:publisher'],
  CFItemType: ['case:CFItemType'],
  listEnumeration: ['case:listEnumeration', 'listEnumeration'],
  alternativeLabel: ['alternativeLabel'],
  adoptionStatus: ['adoptionStatus'],
  statusStartDate: ['schema:datePublished'],
  statusEndDate: ['case:statusEndDate'],
};

/** Stored relation types, by association type of CASE. Other types keep their name. */
const STORED_TYPES: Readonly<Record<string, string>> = {
  isChildOf: 'narrows',
  exactMatchOf: 'isEquivalentTo',
  isRelatedTo: 'isRelatedTo',
  isPeerOf: 'isRelatedTo',
  precedes: 'requires',
};

/** Association types by stored relation type. */
export const ASSOCIATION_TYPES: Readonly<Record<string, string>> = {
  narrows: 'isChildOf',
  isEquivalentTo: 'exactMatchOf',
  isRelatedTo: 'isRelatedTo',
  majorRelated: 'isRelatedTo',
  minorRelated: 'isRelatedTo',
  desires: 'isRelatedTo',
  implies: 'isRelatedTo',
  requires: 'precedes',
  isEnabledBy: 'precedes',
};

/** The association types of CASE that are stored under their own name. */
export const OWN_TYPES: ReadonlySet<string> = new Set([
  'isPartOf',
  'replacedBy',
  'exemplar',
  'hasSkillLevel',
  'isTranslationOf',
  'isModeledOn',
]);

/** Types with an equivalent association; mapping the others loses meaning. */
export const EXACT: ReadonlySet<string> = new Set(['narrows', 'isEquivalentTo', 'isRelatedTo', 'requires']);

/** The association types of CASE 1.0, and `isTranslationOf`, which 1.1 adds. */
export const TYPES: ReadonlySet<string> = new Set([
  'isChildOf',
  'isPeerOf',
  'isPartOf',
  'exactMatchOf',
  'precedes',
  'isRelatedTo',
  'replacedBy',
  'exemplar',
  'hasSkillLevel',
  'isTranslationOf',
]);

/** Other association types, in CASE 1.1. */
export const EXTENSION_TYPE = /^ext:[A-Za-z0-9._-]+$/;

const LABELS = new Map([...TYPES].map((type) => [type.toLowerCase(), type]));

/** The association type, also for the labels that some systems write, such as `Is Child Of`. */
export function associationTypeIn(given: string): string {
  return LABELS.get(given.replace(/[\s_-]/g, '').toLowerCase()) ?? given;
}

/** The stored relation type for an association type. */
export function typeRead(given: string): string {
  const type = associationTypeIn(given);
  return entryOf(STORED_TYPES, type) ?? type;
}
