import type { WordKey } from '../../words/translation.ts';

/** How a property is edited: a line of text, several of them, a day, an address, or a whole number. */
export type FieldKind = 'line' | 'lines' | 'date' | 'link' | 'links' | 'count';

/** A property of competencies or frameworks: its name in the stored object, and the key of its label, `field.<word>`. */
export type Field = { readonly name: string; readonly word: FieldWord; readonly kind: FieldKind };

export type FieldWord =
  | 'scope'
  | 'notation'
  | 'signatures'
  | 'conditions'
  | 'keywords'
  | 'category'
  | 'label'
  | 'education'
  | 'languages'
  | 'author'
  | 'creator'
  | 'publisher'
  | 'publisher-name'
  | 'source'
  | 'license'
  | 'rights'
  | 'rights-holder'
  | 'copyright-year'
  | 'valid-from'
  | 'valid-through'
  | 'list-id'
  | 'version'
  | 'status'
  | 'directory';

/** Properties of competencies besides name and description (specification: Competency). */
export const COMPETENCY_FIELDS: readonly Field[] = [
  { name: 'ceasn:codedNotation', word: 'notation', kind: 'line' },
  { name: 'scope', word: 'scope', kind: 'line' },
  { name: 'requiredSignatureCount', word: 'signatures', kind: 'count' },
  { name: 'validCondition', word: 'conditions', kind: 'links' },
];

const SHARED: readonly Field[] = [
  { name: 'schema:keywords', word: 'keywords', kind: 'lines' },
  { name: 'dcterms:type', word: 'category', kind: 'line' },
  { name: 'ceasn:educationLevelType', word: 'education', kind: 'lines' },
  { name: 'schema:inLanguage', word: 'languages', kind: 'lines' },
  { name: 'author', word: 'author', kind: 'lines' },
  { name: 'creator', word: 'creator', kind: 'lines' },
  { name: 'ceasn:publisherName', word: 'publisher-name', kind: 'line' },
  { name: 'schema:publisher', word: 'publisher', kind: 'lines' },
  { name: 'dc:source', word: 'source', kind: 'lines' },
  { name: 'schema:license', word: 'license', kind: 'link' },
  { name: 'dc:rights', word: 'rights', kind: 'line' },
  { name: 'schema:copyrightHolder', word: 'rights-holder', kind: 'line' },
  { name: 'schema:copyrightYear', word: 'copyright-year', kind: 'line' },
  { name: 'validFrom', word: 'valid-from', kind: 'date' },
  { name: 'validThrough', word: 'valid-through', kind: 'date' },
];

/** Further properties of competencies that the exchange formats know. */
export const MORE_COMPETENCY_FIELDS: readonly Field[] = [
  { name: 'ceasn:competencyLabel', word: 'label', kind: 'line' },
  { name: 'ceasn:listID', word: 'list-id', kind: 'line' },
  ...SHARED,
];

/** Properties of frameworks that the exchange formats know. */
export const MORE_FRAMEWORK_FIELDS: readonly Field[] = [
  ...SHARED,
  { name: 'schema:version', word: 'version', kind: 'line' },
  { name: 'ceasn:publicationStatusType', word: 'status', kind: 'line' },
  { name: 'directory', word: 'directory', kind: 'link' },
];

/** The key of the label of a property of competencies or frameworks; null for one without a field. */
export function wordOfProperty(name: string): WordKey | null {
  if (name === 'name' || name === 'description') return `details.${name}`;
  const field = [...COMPETENCY_FIELDS, ...MORE_COMPETENCY_FIELDS, ...MORE_FRAMEWORK_FIELDS].find(
    (one) => one.name === name,
  );
  return field === undefined ? null : `field.${field.word}`;
}
