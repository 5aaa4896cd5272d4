import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { I18nProvider, useLocale } from 'react-aria-components';
import { createWords, type Language, loadWords, type Words } from './words.ts';

type Spoken = Words & { readonly setLanguage: (language: Language) => void };

const WordsContext = createContext<Spoken>({ ...createWords('en'), setLanguage: () => {} });

/** The words of the chosen language. */
export function useWords(): Spoken {
  return use(WordsContext);
}

type Props = {
  readonly initial: Language;
  /** Is told which language was chosen. */
  readonly onChoose: (language: Language) => void;
  readonly children: ReactNode;
};

/** Gives its children the words of a language, and the document that language and its direction. English is shown at once. */
export function WordsProvider({ initial, onChoose, children }: Props) {
  const [words, setWords] = useState<Words | null>(() => (initial === 'en' ? createWords('en') : null));

  useEffect(() => {
    let isCurrent = true;
    loadWords(initial).then(
      (loaded) => isCurrent && setWords(loaded),
      // without a connection the page stays as it is; it is loaded in this language the next time
      () => isCurrent && setWords((before) => before ?? createWords('en')),
    );
    return () => {
      isCurrent = false;
    };
  }, [initial]);

  if (words === null) return null;
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
