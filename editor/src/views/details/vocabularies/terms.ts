import type { WordKey } from '../../../words/translation.ts';

/** A term of a vocabulary: the value that the exchange formats read and write, and its text. */
export type Term = {
  readonly value: string;
  /** The key of its text; with a title, that of the sentence beside it. */
  readonly word: WordKey;
  /** The number in its text. */
  readonly number?: number;
  /** The code of CEDS for the same. */
  readonly code?: string;
  /** A title that is the same in all languages. */
  readonly title?: string;
};

const AUDIENCE_LEVEL = 'https://credreg.net/ctdl/vocabs/audLevel/';

/**
 * Grades by the codes of CEDS, which CASE recommends and its tools write, then the audience levels of CTDL. Degrees have codes of CEDS
 * too, which are known, and not offered twice.
 */
export const EDUCATION_LEVELS: readonly Term[] = [
  { value: 'IT', word: 'term.grade-it' },
  { value: 'PR', word: 'term.grade-pr' },
  { value: 'PK', word: 'term.grade-pk' },
  { value: 'TK', word: 'term.grade-tk' },
  { value: 'KG', word: 'term.grade-kg' },
  ...Array.from({ length: 13 }, (_, grade): Term => {
    const number = grade + 1;
    return { value: String(number).padStart(2, '0'), word: 'term.grade', number };
  }),
  { value: 'AE', word: 'term.adult' },
  { value: `${AUDIENCE_LEVEL}BeginnerLevel`, word: 'term.beginner' },
  { value: `${AUDIENCE_LEVEL}IntermediateLevel`, word: 'term.intermediate' },
  { value: `${AUDIENCE_LEVEL}AdvancedLevel`, word: 'term.advanced' },
  { value: `${AUDIENCE_LEVEL}SecondaryLevel`, word: 'term.secondary' },
  { value: `${AUDIENCE_LEVEL}PostSecondaryLevel`, word: 'term.post-secondary' },
  { value: `${AUDIENCE_LEVEL}LowerDivisionLevel`, word: 'term.lower-division' },
  { value: `${AUDIENCE_LEVEL}UpperDivisionLevel`, word: 'term.upper-division' },
  { value: `${AUDIENCE_LEVEL}UndergraduateLevel`, word: 'term.undergraduate' },
  { value: `${AUDIENCE_LEVEL}GraduateLevel`, word: 'term.graduate' },
  { value: `${AUDIENCE_LEVEL}AssociatesDegreeLevel`, word: 'term.associate', code: 'AS' },
  { value: `${AUDIENCE_LEVEL}BachelorsDegreeLevel`, word: 'term.bachelor', code: 'BA' },
  { value: `${AUDIENCE_LEVEL}MastersDegreeLevel`, word: 'term.master', code: 'MD' },
  { value: `${AUDIENCE_LEVEL}DoctoralDegreeLevel`, word: 'term.doctor', code: 'DO' },
  { value: `${AUDIENCE_LEVEL}ProfessionalLevel`, word: 'term.professional' },
];

const CREATIVE_COMMONS = 'https://creativecommons.org';

/** Licences of Creative Commons, by their addresses. */
export const LICENSES: readonly Term[] = [
  { value: `${CREATIVE_COMMONS}/publicdomain/zero/1.0/`, title: 'CC0 1.0', word: 'license.zero' },
  { value: `${CREATIVE_COMMONS}/licenses/by/4.0/`, title: 'CC BY 4.0', word: 'license.by' },
  { value: `${CREATIVE_COMMONS}/licenses/by-sa/4.0/`, title: 'CC BY-SA 4.0', word: 'license.by-sa' },
  { value: `${CREATIVE_COMMONS}/licenses/by-nc/4.0/`, title: 'CC BY-NC 4.0', word: 'license.by-nc' },
  { value: `${CREATIVE_COMMONS}/licenses/by-nc-sa/4.0/`, title: 'CC BY-NC-SA 4.0', word: 'license.by-nc-sa' },
  { value: `${CREATIVE_COMMONS}/licenses/by-nd/4.0/`, title: 'CC BY-ND 4.0', word: 'license.by-nd' },
  { value: `${CREATIVE_COMMONS}/licenses/by-nc-nd/4.0/`, title: 'CC BY-NC-ND 4.0', word: 'license.by-nc-nd' },
  { value: `${CREATIVE_COMMONS}/publicdomain/mark/1.0/`, title: 'PDM 1.0', word: 'license.mark' },
];

/**
 * The term that a stored value means, in any spelling in use: an address with http or https, with or without a slash at its end, at the
 * present or the former host of CTDL, or that of the text of a licence; a prefixed name; the name alone; a code.
 */
export function termOf(terms: readonly Term[], value: string): Term | undefined {
  const wanted = normalized(value);
  return terms.find((term) => {
    const known = normalized(term.value);
    if (term.code === value.trim()) return true;
    return known === wanted || (isConcept(term.value) && nameIn(known) === nameIn(wanted) && !value.includes('//'));
  });
}

function normalized(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/^purl\.org\/ctdl\//, 'credreg.net/ctdl/')
    .replace(/\b(associate|bachelor|master)degreelevel$/, '$1sdegreelevel') // older documents have no s
    .replace(/\/(?:legalcode|deed)[^/]*$/, '')
    .replace(/\/$/, '');
}

/** Concepts of CTDL are also written as `audLevel:AdvancedLevel` or `AdvancedLevel`. */
function isConcept(value: string): boolean {
  return value.includes('credreg.net/');
}

function nameIn(value: string): string {
  return value.split(/[/#:]/).at(-1) ?? value;
}
