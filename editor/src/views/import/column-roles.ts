import type { FieldWord } from '../details/fields.ts';

/** What a column can be besides a member of a competency. */
const STRUCTURE = ['name', 'description', 'id', 'parent', 'numbering', 'sequence', 'level', 'depth', 'kind'] as const;

/** The columns whose cells name what a competency is related to, as OpenSALT writes them, with the stored types of these relations. */
export const RELATION_ROLES = [
  { role: 'related', type: 'isRelatedTo', header: 'isRelatedTo' },
  { role: 'replaced-by', type: 'replacedBy', header: 'replacedBy' },
  { role: 'exemplar', type: 'exemplar', header: 'exemplar' },
] as const;

/** The meaning of a column: part of the structure, or the member of competencies with this label. */
export type Role =
  | (typeof STRUCTURE)[number]
  | (typeof RELATION_ROLES)[number]['role']
  | FieldWord
  | 'abbreviated'
  | 'subject'
  | 'ctid'
  | 'ignore';

/** A member of competencies that a column can contain: one text, several, or a day. */
export type MemberRole = { readonly name: string; readonly word: Role; readonly kind: 'line' | 'lines' | 'date' };

/** The members of competencies that columns can contain. */
export const MEMBER_ROLES: readonly MemberRole[] = [
  { name: 'ceasn:codedNotation', word: 'notation', kind: 'line' },
  { name: 'dcterms:type', word: 'category', kind: 'line' },
  { name: 'case:abbreviatedStatement', word: 'abbreviated', kind: 'line' },
  { name: 'ceasn:competencyLabel', word: 'label', kind: 'line' },
  { name: 'ceasn:listID', word: 'list-id', kind: 'line' },
  { name: 'schema:keywords', word: 'keywords', kind: 'lines' },
  { name: 'case:subject', word: 'subject', kind: 'lines' },
  { name: 'ceasn:educationLevelType', word: 'education', kind: 'lines' },
  { name: 'schema:inLanguage', word: 'languages', kind: 'lines' },
  { name: 'scope', word: 'scope', kind: 'line' },
  { name: 'author', word: 'author', kind: 'lines' },
  { name: 'creator', word: 'creator', kind: 'lines' },
  { name: 'ceasn:publisherName', word: 'publisher-name', kind: 'line' },
  { name: 'schema:publisher', word: 'publisher', kind: 'lines' },
  { name: 'dc:source', word: 'source', kind: 'lines' },
  { name: 'schema:license', word: 'license', kind: 'line' },
  { name: 'dc:rights', word: 'rights', kind: 'line' },
  { name: 'schema:copyrightHolder', word: 'rights-holder', kind: 'line' },
  { name: 'schema:copyrightYear', word: 'copyright-year', kind: 'line' },
  { name: 'validFrom', word: 'valid-from', kind: 'date' },
  { name: 'validThrough', word: 'valid-through', kind: 'date' },
  { name: 'ceterms:ctid', word: 'ctid', kind: 'line' },
];

/** All roles, in the order in which they are offered. */
export const ROLES: readonly Role[] = [
  'ignore',
  ...STRUCTURE,
  ...MEMBER_ROLES.map(({ word }) => word),
  ...RELATION_ROLES.map(({ role }) => role),
];
