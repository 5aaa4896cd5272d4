import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { useWords } from '../../words/use-words.tsx';

type FrameworkNameProps = {
  readonly name: string;
  readonly canChange: boolean;
  readonly onChange: (name: string) => void;
};

/** The name of the framework as the title of the page, edited in its place. */
export function FrameworkName({ name, canChange, onChange }: FrameworkNameProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null) {
    return (
      <h1 className="outline-framework">
        {name === '' ? t('outline.unnamed') : name}
        {canChange && <IconButton icon="edit" label={t('outline.framework-name')} onPress={() => setDraft(name)} />}
      </h1>
    );
  }
  const finish = (): void => {
    if (draft.trim() !== '' && draft !== name) onChange(draft.trim());
    setDraft(null);
  };
  return (
    <input
      className="input outline-framework-input"
      aria-label={t('outline.framework-name')}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit it
      autoFocus
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
