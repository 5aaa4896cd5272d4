import type { FormEvent } from 'react';
import { useDraft } from '../../app/use-draft.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';

type EmptyOutlineProps = {
  readonly canChange: boolean;
  /** Adds the first competency. */
  readonly onAdd: (name: string) => void;
  /** Starts the next competency. */
  readonly onNext: () => void;
  readonly onPaste: () => void;
};

/** The ways to start in a framework without competencies. */
export function EmptyOutline({ canChange, onAdd, onNext, onPaste }: EmptyOutlineProps) {
  const { t } = useWords();
  const draft = useDraft('first competency', '', (name) => {
    if (name.trim() !== '') onAdd(name.trim());
    return null;
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (draft.text.trim() === '') return;
    draft.finish();
    onNext();
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
        <TextField label={t('outline.first')} value={draft.text} onChange={draft.set} autoFocus />
      </form>
    </EmptyState>
  );
}
