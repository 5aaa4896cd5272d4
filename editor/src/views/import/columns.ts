/** The properties of a competency that a column can contain. */
export const ROLES = ['name', 'description', 'notation', 'id', 'parent', 'level', 'depth', 'type', 'ignore'] as const;

export type Role = (typeof ROLES)[number];

/** The meaning of one column. */
export type Column = {
  readonly role: Role;
  /** Language tag of its texts; null: the language that the person chose for the whole table. */
  readonly language: string | null;
};

/** Patterns of headers in several languages: the first match wins. */
const HEADERS: readonly (readonly [Role, RegExp])[] = [
  ['parent', /^(?:parent|is ?child ?of|broader|übergeordnet|padre|smart ?level ?parent)/],
  ['depth', /^(?:depth|tiefe|indent(?:ation)?|level|ebene|niveau|nivel)$/],
  ['level', /^(?:level|ebene|niveau|nivel|l)[ _.-]?\d+$/],
  ['level', /^(?:domain|strand|cluster|sub-?domain|area|unit|bereich)\b/],
  ['notation', /^(?:(?:coded ?)?notation|code|number|no\.?|nr\.?|numbering|human ?coding ?scheme|list ?id|nummer)$/],
  ['id', /^(?:id|identifier|@id|guid|uuid|key)$/],
  ['type', /^(?:type|kind|item ?type|category|art|typ)$/],
  ['description', /^(?:description|definition|comment|notes?|details|beschreibung|descripción|descripcion)/],
  [
    'name',
    /^(?:name|title|label|competenc(?:y|e)|statement|full ?statement|skill|text|kompetenz|bezeichnung|nombre|nom|titre|titel)/,
  ],
];

const LANGUAGE = /(?:[@_[(\s-])([a-z]{2}(?:-[A-Z]{2})?)[\])]?$/;

/** Guesses the meaning of columns from their headers. If no header names it, the first remaining column is the name. */
export function guessColumns(headers: readonly string[]): readonly Column[] {
  const guessed = headers.map((header) => guess(header.trim()));
  const hasName = guessed.some(({ role }) => role === 'name' || role === 'level');
  const first = hasName ? -1 : guessed.findIndex(({ role }) => role === 'ignore' || role === 'description');
  return guessed.map((column, i) => (i === first ? { ...column, role: 'name' } : column));
}

/** The headers of texts that an export writes, with any language tag. */
const EXPORTED = /^(Name|Description) \(([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)\)$/;

function guess(header: string): Column {
  const [, exported, exportedTag = null] = EXPORTED.exec(header) ?? [];
  if (exported !== undefined) return { role: exported === 'Name' ? 'name' : 'description', language: exportedTag };
  const tag = LANGUAGE.exec(header);
  const language = tag !== null && isLanguageTag(tag[1] ?? '') ? (tag[1] ?? null) : null;
  const name = (language === null ? header : header.slice(0, tag?.index)).toLowerCase().replaceAll('_', ' ').trim();
  const role = HEADERS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'ignore';
  return { role, language: role === 'name' || role === 'description' ? language : null };
}

/** Whether the platform knows a name for the language: `id` at the end of a header seldom is Indonesian. */
function isLanguageTag(tag: string): boolean {
  if (tag === 'id' || tag === 'no') return false;
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) !== undefined;
  } catch {
    return false; // not a well-formed tag
  }
}
