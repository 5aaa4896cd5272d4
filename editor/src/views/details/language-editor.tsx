import { useState } from 'react';
import type { Text } from '../../../../shared/exchange/frameworks/values.ts';
import { type Json, type JsonObject, member } from '../../../../shared/repository/linked-data/json.ts';
import { useDraft } from '../../app/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { LanguagePicker } from '../../ui/language-picker.tsx';
import { languageName } from '../../words/language-names.ts';
import { exactText, readTexts, withText, writeTexts } from '../../words/language-texts.ts';
import { useWords } from '../../words/use-words.tsx';

type LanguageEditorProps = {
  readonly label: string;
  /** The edited member. */
  readonly name: string;
  /** The short id of the object. */
  readonly id: string;
  readonly object: JsonObject;
  /** Languages of the framework: those without a text here are offered. */
  readonly languages: readonly string[];
  /** The error shown when the person removes the last text; absent: the last text may be removed. */
  readonly required?: string;
  readonly lines?: number;
  readonly isReadOnly: boolean;
  readonly onChange: (name: string, value: Json) => void;
};

/** The texts of a member in all languages, one below the other. An emptied text is removed. */
export function LanguageEditor(props: LanguageEditorProps) {
  const { label, name, id, object, languages, required, lines = 1, isReadOnly, onChange } = props;
  const { t, language } = useWords();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [isPicking, setPicking] = useState(false);
  const value = member(object, name);
  const texts = readTexts(value);
  const shown = languagesShown(texts, added, languages[0] ?? language);
  const missing = languages.filter((tag) => !shown.includes(tag) && exactText(texts, tag) === null);

  const change = (tag: string | null, text: string): string | null => {
    const next = withText(texts, tag, text);
    if (required !== undefined && next.length === 0) return required;
    onChange(name, writeTexts(value, next));
    setAdded((before) => before.filter((one) => one !== tag));
    return null;
  };
  const add = (tag: string): void => {
    setPicking(false);
    setAdded((before) => [...before, tag]);
  };
  return (
    <fieldset className="details-languages">
      <legend className="visually-hidden">{label}</legend>
      {shown.map((tag) => (
        <LanguageText
          key={tag ?? ''}
          label={label}
          tag={tag}
          lines={lines}
          isReadOnly={isReadOnly}
          fieldKey={`${id} ${name} ${tag}`}
          text={exactText(texts, tag) ?? ''}
          isOnly={shown.length === 1}
          isNew={tag !== null && added.includes(tag)}
          onChange={(text) => change(tag, text)}
        />
      ))}
      {!isReadOnly && (
        <div className="row">
          {missing.map((tag) => (
            <Button key={tag} variant="quiet" icon="add" onPress={() => add(tag)}>
              {languageName(tag, language)}
            </Button>
          ))}
          {isPicking ? (
            <LanguagePicker
              label={t('details.language')}
              value={null}
              without={shown.flatMap((tag) => tag ?? [])}
              onPick={add}
              autoFocus
            />
          ) : (
            <Button variant="quiet" icon="language" onPress={() => setPicking(true)}>
              {t('details.add-language', { label })}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

type LanguageTextProps = {
  readonly fieldKey: string;
  readonly label: string;
  readonly tag: string | null;
  readonly text: string;
  readonly lines: number;
  readonly isReadOnly: boolean;
  /** It is the only text, so its language is not shown. */
  readonly isOnly: boolean;
  readonly isNew: boolean;
  readonly onChange: (text: string) => string | null;
};

function LanguageText({ fieldKey, label, tag, text, lines, isReadOnly, isOnly, isNew, onChange }: LanguageTextProps) {
  const { t, language } = useWords();
  const draft = useDraft(fieldKey, text, (typed) => onChange(typed.trim()));
  const named = tag === null ? t('details.any-language') : languageName(tag, language);
  return (
    <TextField
      label={isOnly && tag === null ? label : t('details.in-language', { label, language: named })}
      error={draft.error}
      value={draft.text}
      onChange={draft.set}
      onBlur={draft.finish}
      isReadOnly={isReadOnly}
      lines={lines}
      autoFocus={isNew}
      {...(tag !== null && { lang: tag })}
    />
  );
}

/** The languages with a field, in the order of the texts. Without texts, there is one in the framework's first language. */
function languagesShown(texts: readonly Text[], added: readonly string[], first: string): readonly (string | null)[] {
  const shown = [...new Set([...texts.map(({ language }) => language), ...added])];
  return shown.length === 0 ? [first] : shown;
}
