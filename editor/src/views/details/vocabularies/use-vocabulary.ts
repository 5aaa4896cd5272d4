import { valuesOf } from '../../../../../shared/exchange/frameworks/values.ts';
import { member } from '../../../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../../../shared/repository/linked-data/references.ts';
import { useScheme, useSchemes } from '../../../app/use-schemes.ts';
import { frameworkOf, type OutlineState } from '../../../outline/state.ts';
import { memberFor } from '../../../schemes/edit-scheme.ts';
import { languageName, languagesLike } from '../../../words/language-names.ts';
import { textIn } from '../../../words/text-of.ts';
import { useWords } from '../../../words/use-words.tsx';
import { itemText } from '../field-value.ts';
import { type Field, SCHEME_MEMBERS } from '../fields.ts';
import { EDUCATION_LEVELS, LICENSES, type Term, termOf } from './terms.ts';

/** A value that a field offers. */
export type Option = { readonly value: string; readonly label: string; readonly description?: string };

/** What a field offers to choose from. */
export type Vocabulary = {
  /** The options that have the words; all for none. */
  readonly options: (words: string) => readonly Option[];
  /** The text of a stored value: the value itself if it is not in the vocabulary. */
  readonly labelOf: (value: string) => string;
  /** The value that a typed text means; null: it means none, and the vocabulary takes no others. */
  readonly valueOf: (typed: string) => string | null;
};

const TERMS = { education: EDUCATION_LEVELS, license: LICENSES } as const;

/** The vocabulary of a field; null for a field without one. */
export function useVocabulary(field: Field, state: OutlineState): Vocabulary | null {
  const { t, language } = useWords();
  const { data: schemes = [] } = useSchemes(field.vocabulary === 'scheme');
  const chosen = useScheme(schemeOf(field, state)).data;
  if (chosen !== undefined) return vocabularyOf(conceptOptions(chosen, field, language), language);
  switch (field.vocabulary) {
    case undefined:
      return null;
    case 'language':
      return {
        options: (words) => languagesLike(words, language).map(({ id, label }) => ({ value: id, label })),
        labelOf: (tag) => languageName(tag, language),
        valueOf: (typed) => languagesLike(typed, language)[0]?.id ?? null,
      };
    case 'scheme': {
      const options = schemes.map(({ id, object }) => ({
        value: id,
        label: textIn(object, memberFor(object, 'name'), language) ?? t('outline.unnamed'),
      }));
      return vocabularyOf(options, language);
    }
    case 'category':
      return vocabularyOf(usedValues(state, field.name), language);
    default: {
      const terms = TERMS[field.vocabulary];
      const options = terms.map((term) => optionOf(term, t));
      return vocabularyOf(options, language, (value) => termOf(terms, value)?.value ?? value);
    }
  }
}

/** The short id of the scheme that the framework names for a field; null: none. */
function schemeOf({ vocabulary }: Field, state: OutlineState): string | null {
  const name = vocabulary === undefined ? undefined : SCHEME_MEMBERS[vocabulary];
  const id = name === undefined ? undefined : member(frameworkOf(state), name);
  return typeof id === 'string' && id !== '' ? shortIdOf(id, []) : null;
}

/** The concepts of a scheme. Categories are stored as texts, as all formats have them, levels as the ids of concepts. */
function conceptOptions({ tree, objects }: OutlineState, field: Field, language: string): readonly Option[] {
  const nameOf = (id: string): string => {
    const object = objects.get(id) ?? {};
    return textIn(object, 'skos:prefLabel', language) ?? textIn(object, 'name', language) ?? id;
  };
  const options: Option[] = [];
  const seen = new Set<string>();
  const visit = (id: string, path: readonly string[]): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const label = nameOf(id);
    const option = { value: field.vocabulary === 'category' ? label : id, label };
    options.push(path.length === 0 ? option : { ...option, description: path.join(' › ') });
    for (const child of tree.children.get(id) ?? []) visit(child, [...path, label]);
  };
  for (const id of tree.roots) visit(id, []);
  return options;
}

function optionOf({ value, word, number, title }: Term, t: ReturnType<typeof useWords>['t']): Option {
  const text = t(word, number === undefined ? {} : { number });
  return title === undefined ? { value, label: text } : { value, label: title, description: text };
}

/** @param canonical the spelling of a value that the options have */
function vocabularyOf(
  options: readonly Option[],
  language: string,
  canonical: (value: string) => string = (value) => value,
): Vocabulary {
  const folded = (text: string): string => text.trim().toLocaleLowerCase(language);
  return {
    options: (words) =>
      options.filter(({ label, description = '' }) => folded(`${label} ${description}`).includes(folded(words))),
    labelOf: (value) => options.find((one) => one.value === canonical(value))?.label ?? value,
    valueOf: (typed) => options.find(({ label }) => folded(label) === folded(typed))?.value ?? typed.trim(),
  };
}

/** The values that the competencies of the framework have, those that most have first. */
function usedValues({ objects }: OutlineState, name: string): readonly Option[] {
  const counts = new Map<string, number>();
  for (const object of objects.values()) {
    for (const value of valuesOf(member(object, name), true)) {
      const text = itemText(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => ({ value, label: value }));
}
