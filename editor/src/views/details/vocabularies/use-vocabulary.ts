import { valuesOf } from '../../../../../shared/exchange/frameworks/values.ts';
import { member } from '../../../../../shared/repository/linked-data/json.ts';
import type { OutlineState } from '../../../outline/state.ts';
import { languageName, languagesLike } from '../../../words/language-names.ts';
import { useWords } from '../../../words/use-words.tsx';
import { itemText } from '../field-value.ts';
import type { Field } from '../fields.ts';
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
  switch (field.vocabulary) {
    case undefined:
      return null;
    case 'language':
      return {
        options: (words) => languagesLike(words, language).map(({ id, label }) => ({ value: id, label })),
        labelOf: (tag) => languageName(tag, language),
        valueOf: (typed) => languagesLike(typed, language)[0]?.id ?? null,
      };
    case 'used':
      return vocabularyOf(usedValues(state, field.name), language);
    default: {
      const terms = TERMS[field.vocabulary];
      const options = terms.map((term) => optionOf(term, t));
      return vocabularyOf(options, language, (value) => termOf(terms, value)?.value ?? value);
    }
  }
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
