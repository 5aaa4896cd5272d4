import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { I18nProvider, useLocale } from 'react-aria-components';
import type { Language } from './language.ts';
import { createWords, loadWords, type Words } from './words.ts';

type Spoken = Words & { readonly setLanguage: (language: Language) => void };

const WordsContext = createContext<Spoken>({ ...createWords('en'), setLanguage: () => {} });

/** The texts of the chosen language. */
export function useWords(): Spoken {
  return use(WordsContext);
}

type Props = {
  /** Shown until the texts of the language are loaded. */
  readonly initial: Words;
  readonly language: Language;
  /** Called with the chosen language. */
  readonly onChoose: (language: Language) => void;
  readonly children: ReactNode;
};

/** Provides the texts of a language to its children, and sets the language and the direction of the document. */
export function WordsProvider({ initial, language, onChoose, children }: Props) {
  const [words, setWords] = useState(initial);

  useEffect(() => {
    let isCurrent = true;
    loadWords(language).then(
      (loaded) => isCurrent && setWords(loaded),
      () => {}, // without a connection the page stays as it is; it is loaded in this language the next time
    );
    return () => {
      isCurrent = false;
    };
  }, [language]);

  return (
    <I18nProvider locale={words.language}>
      <DocumentLanguage />
      <WordsContext value={{ ...words, setLanguage: onChoose }}>{children}</WordsContext>
    </I18nProvider>
  );
}

function DocumentLanguage(): null {
  const { locale, direction } = useLocale();
  useEffect(() => {
    document.documentElement.lang = locale;
    document.documentElement.dir = direction;
  }, [locale, direction]);
  return null;
}
