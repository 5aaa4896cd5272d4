import { type KeyboardEvent, useMemo, useState } from 'react';
import { TextArea, TextField } from 'react-aria-components';
import { member } from '../../../../shared/repository/linked-data/json.ts';
import { createDrafts, DraftsContext, useDraft } from '../../app/use-draft.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/feedback.tsx';
import { Switch } from '../../ui/fields.tsx';
import { languageName } from '../../words/language-names.ts';
import { readTexts, withText, writeTexts } from '../../words/language-texts.ts';
import { useWords } from '../../words/use-words.tsx';
import { useSnapshot } from '../outline/use-document.ts';
import { type SourceText, sourceTexts } from './texts.ts';

type Props = {
  readonly document: FrameworkDocument;
  /** Language tags. */
  readonly from: string;
  readonly to: string;
  readonly canChange: boolean;
};

/** Number of rows shown at first, and added each time. */
const PAGE_ROWS = 100;

/** The texts beside their translations, and how many have one. */
export function Translation({ document, from, to, canChange }: Props) {
  const { t } = useWords();
  const { state } = useSnapshot(document);
  const [drafts] = useState(() => createDrafts(document));
  const [onlyMissing, setOnlyMissing] = useState(false);
  /** The texts without a translation when the person filtered for them: they stay listed once they are translated. */
  const [missing, setMissing] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(PAGE_ROWS);
  const texts = useMemo(() => sourceTexts(state, from, to), [state, from, to]);
  const done = texts.filter(({ translation }) => translation !== null).length;
  const listed = onlyMissing ? texts.filter(({ key }) => missing.has(key)) : texts;

  const filter = (isOn: boolean): void => {
    setMissing(new Set(texts.filter(({ translation }) => translation === null).map(({ key }) => key)));
    setOnlyMissing(isOn);
    setShown(PAGE_ROWS);
  };
  const change = ({ id, name }: SourceText, text: string): null => {
    const object = document.getSnapshot().state.objects.get(id) ?? state.objects.get(id);
    if (object === undefined) return null;
    const value = member(object, name);
    const next = writeTexts(value, withText(readTexts(value), to, text.trim()));
    document.run({ kind: 'edit', id, fields: { [name]: next } });
    return null;
  };
  return (
    <DraftsContext value={drafts}>
      <ProgressBar
        label={t('translate.progress', { done, count: texts.length })}
        value={texts.length === 0 ? 1 : done / texts.length}
      />
      <Switch isSelected={onlyMissing} onChange={filter}>
        {t('translate.only-missing')}
      </Switch>
      {canChange && <p className="quiet small">{t('translate.keys')}</p>}
      {listed.length === 0 && <p role="status">{t('translate.complete')}</p>}
      <ul className="list translate-texts">
        {listed.slice(0, shown).map((text) => (
          <li key={text.key} className={text.name === 'name' ? 'translate-name' : undefined}>
            <p lang={from} dir="auto">
              {text.source}
            </p>
            <TranslationField text={text} to={to} canChange={canChange} onChange={(typed) => change(text, typed)} />
          </li>
        ))}
      </ul>
      {listed.length > shown && (
        <Button onPress={() => setShown(shown + PAGE_ROWS)}>
          {t('outline.more-rows', { count: listed.length - shown })}
        </Button>
      )}
    </DraftsContext>
  );
}

type FieldProps = Pick<Props, 'to' | 'canChange'> & {
  readonly text: SourceText;
  readonly onChange: (text: string) => null;
};

function TranslationField({ text, to, canChange, onChange }: FieldProps) {
  const { t, language } = useWords();
  const draft = useDraft(`${text.key} ${to}`, text.translation ?? '', onChange);
  return (
    <TextField
      aria-label={t('translate.of', { text: text.source.slice(0, 200), language: languageName(to, language) })}
      className="field"
      value={draft.text}
      onChange={draft.set}
      onBlur={draft.finish}
      onKeyDown={goToNextMissing}
      isReadOnly={!canChange}
    >
      <TextArea className="input translate-input" lang={to} dir="auto" rows={1} />
    </TextField>
  );
}

/** Ctrl+Enter goes to the next text without a translation. */
function goToNextMissing(event: KeyboardEvent): void {
  const { currentTarget, key, ctrlKey, metaKey } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey)) return;
  const fields = [...document.querySelectorAll<HTMLTextAreaElement>('.translate-input')];
  const here = fields.findIndex((field) => currentTarget.contains(field));
  const next = fields.slice(here + 1).find(({ value }) => value.trim() === '') ?? fields[here + 1];
  next?.focus();
  event.preventDefault();
}
