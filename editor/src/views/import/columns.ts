import { MEMBER_ROLES, RELATION_ROLES, type Role } from './column-roles.ts';
import { roleOfHeader } from './header-names.ts';

/** The meaning of one column. */
export type Column = {
  readonly role: Role;
  /** Language tag of its texts; null: the language that the person chose for the whole table. */
  readonly language: string | null;
};

/** Guesses the meaning of columns from their headers. If no header names it, the first remaining column is the name. */
export function guessColumns(headers: readonly string[]): readonly Column[] {
  const guessed = decided(headers.map((header) => guess(header.trim())));
  const hasName = guessed.some(({ role }) => role === 'name' || role === 'level');
  const first = hasName ? -1 : guessed.findIndex(({ role }) => role === 'ignore' || role === 'description');
  return guessed.map((column, i) => (i === first ? { ...column, role: 'name' } : column));
}

type Guess = Column & { readonly isExact: boolean; readonly header: string };

/**
 * Of several columns that seem to be the same, those with an exact name are; of several texts that seem to be the name, one is the
 * description if no other column is.
 */
function decided(guesses: readonly Guess[]): readonly Column[] {
  const hasDescription = guesses.some(({ role }) => role === 'description');
  const [one, other] = guesses.filter(
    ({ role, language, header }) => role === 'name' && language === null && header !== FRAMEWORK_NAME,
  );
  const described = hasDescription || other === undefined ? undefined : isStatement(one) ? one : other;
  return guesses.map((guessed) => {
    const { role, language, isExact } = guessed;
    if (guessed === described) return { role: 'description', language };
    const isBeaten =
      !isExact &&
      isOne(role) &&
      guesses.some((same) => same !== described && same.isExact && same.role === role && same.language === language);
    return { role: isBeaten ? 'ignore' : role, language };
  });
}

/** In a table of CTDL-ASN, only the row of the framework has this. */
const FRAMEWORK_NAME = 'ceasn:name';

function isStatement(guess: Guess | undefined): boolean {
  return guess !== undefined && /statement|text/i.test(guess.header);
}

/** Whether a competency has one value of it: of several columns, the first that has a value counts in each row. */
export function isOne(role: Role): boolean {
  if (role === 'description' || role === 'level' || role === 'ignore') return false;
  if (RELATION_ROLES.some((one) => one.role === role)) return false;
  const kind = MEMBER_ROLES.find(({ word }) => word === role)?.kind;
  return kind !== 'lines';
}

/** The roles that several columns have though one value counts, with the indexes of these columns. */
export function repeatedRoles(columns: readonly Column[]): ReadonlyMap<Role, readonly number[]> {
  const byMeaning = new Map<string, { readonly role: Role; readonly indexes: number[] }>();
  for (const [i, { role, language }] of columns.entries()) {
    if (!isOne(role)) continue;
    const key = `${role} ${language ?? ''}`;
    const before = byMeaning.get(key) ?? { role, indexes: [] };
    before.indexes.push(i);
    byMeaning.set(key, before);
  }
  const repeated = [...byMeaning.values()].filter(({ indexes }) => indexes.length > 1);
  return new Map(repeated.map(({ role, indexes }) => [role, indexes]));
}

const LANGUAGE = /(?:[@_[(\s-])([a-z]{2}(?:-[A-Z]{2})?)[\])]?$/;

/** The headers of texts that an export writes, with any language tag. */
const EXPORTED = /^(Name|Description) \(([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)\)$/;

function guess(header: string): Guess {
  const [, exported, exportedTag = null] = EXPORTED.exec(header) ?? [];
  if (exported !== undefined) {
    return { role: exported === 'Name' ? 'name' : 'description', language: exportedTag, isExact: true, header };
  }
  const tag = LANGUAGE.exec(header);
  const language = tag !== null && isLanguageTag(tag[1] ?? '') ? (tag[1] ?? null) : null;
  const { role, isExact } = roleOfHeader(language === null ? header : header.slice(0, tag?.index));
  return { role, language: role === 'name' || role === 'description' ? language : null, isExact, header };
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
