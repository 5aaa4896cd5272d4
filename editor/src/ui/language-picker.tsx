import { useState } from 'react';
import { languageName, languagesLike } from '../words/language-names.ts';
import { useWords } from '../words/use-words.tsx';
import { ComboBox } from './combo-box.tsx';

type LanguagePickerProps = {
  readonly label: string;
  /** The chosen language; null: the field is emptied after each choice. */
  readonly value: string | null;
  /** Languages to leave out. */
  readonly without: readonly string[];
  readonly onPick: (tag: string) => void;
  readonly autoFocus?: boolean;
};

/** Picks a language by its name, in the language of the person or its own, or by its tag. */
export function LanguagePicker({ label, value, without, onPick, autoFocus = false }: LanguagePickerProps) {
  const { t, language } = useWords();
  const shown = value === null ? '' : languageName(value, language);
  const [text, setText] = useState(shown);
  const choices = languagesLike(text === shown ? '' : text, language).filter(({ id }) => !without.includes(id));
  return (
    <ComboBox
      label={label}
      choices={choices}
      value={value}
      isEmptied={value === null}
      onChange={(id) => {
        if (id === null) return;
        setText(languageName(String(id), language));
        onPick(String(id));
      }}
      text={text}
      onTextChange={setText}
      empty={t('details.no-language')}
      autoFocus={autoFocus}
    />
  );
}
