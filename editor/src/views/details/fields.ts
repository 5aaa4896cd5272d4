import type { WordKey } from '../../words/translation.ts';

/** How a property is edited: a line of text, a longer text, several lines, a day, an address, or a whole number. */
export type FieldKind = 'line' | 'text' | 'lines' | 'date' | 'link' | 'links' | 'count';

/**
 * What a field offers to choose from: terms of a standard; `category`: the values that other competencies of the framework have;
 * `scheme`: the concept schemes of the service. A framework can name a scheme for categories and one for education levels.
 */
export type FieldVocabulary = 'education' | 'license' | 'language' | 'category' | 'scheme';

/** The members of frameworks that name the concept scheme of a vocabulary, by its short id. No exchange format has a place for them. */
export const SCHEME_MEMBERS: Readonly<Partial<Record<FieldVocabulary, string>>> = {
  category: 'categoryScheme',
  education: 'educationLevelScheme',
};

/** A property of competencies or frameworks: its name in the stored object, and the key of its label, `field.<word>`. */
export type Field = {
  readonly name: string;
  readonly word: FieldWord;
  readonly kind: FieldKind;
  readonly vocabulary?: FieldVocabulary;
};

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
  | 'derived-from'
  | 'license'
  | 'rights'
  | 'rights-holder'
  | 'copyright-year'
  | 'valid-from'
  | 'valid-through'
  | 'list-id'
  | 'version'
  | 'directory'
  | 'category-scheme'
  | 'education-scheme'
  | 'other-names';

/** Fields that belong together. The title is `field-group.<id>`. */
export type FieldGroup = { readonly id: GroupId; readonly fields: readonly Field[] };

type GroupId =
  | 'classification'
  | 'vocabularies'
  | 'naming'
  | 'origin'
  | 'rights'
  | 'validity'
  | 'publication'
  | 'confirmation';

/** The most used properties of competencies besides name and description. */
export const COMPETENCY_FIELDS: readonly Field[] = [
  { name: 'ceasn:codedNotation', word: 'notation', kind: 'line' },
  { name: 'scope', word: 'scope', kind: 'text' },
];

const CLASSIFICATION: FieldGroup = {
  id: 'classification',
  fields: [
    { name: 'schema:keywords', word: 'keywords', kind: 'lines' },
    { name: 'dcterms:type', word: 'category', kind: 'line', vocabulary: 'category' },
    { name: 'ceasn:educationLevelType', word: 'education', kind: 'lines', vocabulary: 'education' },
    { name: 'schema:inLanguage', word: 'languages', kind: 'lines', vocabulary: 'language' },
  ],
};

const ORIGIN: FieldGroup = {
  id: 'origin',
  fields: [
    { name: 'author', word: 'author', kind: 'lines' },
    { name: 'creator', word: 'creator', kind: 'lines' },
    { name: 'ceasn:publisherName', word: 'publisher-name', kind: 'line' },
    { name: 'schema:publisher', word: 'publisher', kind: 'lines' },
    { name: 'dc:source', word: 'source', kind: 'lines' },
    { name: 'ceasn:derivedFrom', word: 'derived-from', kind: 'link' },
  ],
};

const RIGHTS: FieldGroup = {
  id: 'rights',
  fields: [
    { name: 'schema:license', word: 'license', kind: 'link', vocabulary: 'license' },
    { name: 'dc:rights', word: 'rights', kind: 'text' },
    { name: 'schema:copyrightHolder', word: 'rights-holder', kind: 'line' },
    { name: 'schema:copyrightYear', word: 'copyright-year', kind: 'line' },
  ],
};

const VALIDITY: readonly Field[] = [
  { name: 'validFrom', word: 'valid-from', kind: 'date' },
  { name: 'validThrough', word: 'valid-through', kind: 'date' },
];

/** Further properties that the specification and the exchange formats know, by what they are about. */
export const FIELD_GROUPS: Readonly<Record<'competency' | 'framework', readonly FieldGroup[]>> = {
  competency: [
    CLASSIFICATION,
    {
      id: 'naming',
      fields: [
        { name: 'ceasn:competencyLabel', word: 'label', kind: 'line' },
        { name: 'ceasn:listID', word: 'list-id', kind: 'line' },
      ],
    },
    {
      id: 'confirmation',
      fields: [
        { name: 'requiredSignatureCount', word: 'signatures', kind: 'count' },
        { name: 'validCondition', word: 'conditions', kind: 'links' },
      ],
    },
    ORIGIN,
    RIGHTS,
    { id: 'validity', fields: VALIDITY },
  ],
  framework: [
    {
      id: 'publication',
      fields: [
        { name: 'schema:version', word: 'version', kind: 'line' },
        ...VALIDITY,
        { name: 'directory', word: 'directory', kind: 'link' },
      ],
    },
    CLASSIFICATION,
    {
      id: 'vocabularies',
      fields: [
        { name: 'categoryScheme', word: 'category-scheme', kind: 'link', vocabulary: 'scheme' },
        { name: 'educationLevelScheme', word: 'education-scheme', kind: 'link', vocabulary: 'scheme' },
      ],
    },
    ORIGIN,
    RIGHTS,
  ],
};

/** All properties of competencies that have a field, besides name and description. */
export const ALL_COMPETENCY_FIELDS: readonly Field[] = [
  ...COMPETENCY_FIELDS,
  ...FIELD_GROUPS.competency.flatMap(({ fields }) => fields),
];

/** The key of the label of a property of competencies or frameworks; null for one without a field. */
export function wordOfProperty(name: string): WordKey | null {
  if (name === 'name' || name === 'description') return `details.${name}`;
  if (name === 'ceasn:publicationStatusType') return 'state.label';
  const all = [...ALL_COMPETENCY_FIELDS, ...FIELD_GROUPS.framework.flatMap(({ fields }) => fields)];
  const field = all.find((one) => one.name === name);
  return field === undefined ? null : `field.${field.word}`;
}
