import { type FormEvent, useState } from 'react';
import type { Json } from '../../../../shared/linked-data/json.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { newText } from '../../words/shown-text.ts';
import { useWords } from '../../words/use-words.tsx';

type EmptyOutlineProps = {
  readonly canChange: boolean;
  readonly onAdd: (name: Json) => void;
  readonly onPaste: () => void;
};

/** The ways to begin in a framework without competencies. */
export function EmptyOutline({ canChange, onAdd, onPaste }: EmptyOutlineProps) {
  const { t, language } = useWords();
  const [name, setName] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') onAdd(newText(name.trim(), language));
  };
  if (!canChange) return <EmptyState icon="framework" title={t('outline.empty-title')} />;
  return (
    <EmptyState
      icon="framework"
      title={t('outline.empty-title')}
      actions={
        <>
          <Button icon="copy" onPress={onPaste}>
            {t('outline.paste')}
          </Button>
          <LinkButton href="/import" icon="upload">
            {t('start.import')}
          </LinkButton>
        </>
      }
    >
      <form className="stack" onSubmit={submit}>
        <p>{t('outline.empty')}</p>
        <TextField label={t('outline.first')} value={name} onChange={setName} autoFocus />
      </form>
    </EmptyState>
  );
}
