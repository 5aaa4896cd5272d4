import { useState } from 'react';
import { useDraft } from '../../app/use-draft.ts';
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
  const [isEdited, setEdited] = useState(false);
  if (isEdited) return <NameField name={name} onChange={onChange} onEnd={() => setEdited(false)} />;
  return (
    <h1 className="outline-framework">
      {name === '' ? t('outline.unnamed') : name}
      {canChange && <IconButton icon="edit" label={t('outline.framework-name')} onPress={() => setEdited(true)} />}
    </h1>
  );
}

type NameFieldProps = Pick<FrameworkNameProps, 'name' | 'onChange'> & { readonly onEnd: () => void };

function NameField({ name, onChange, onEnd }: NameFieldProps) {
  const { t } = useWords();
  const draft = useDraft('name of the framework', name, (text) => {
    if (text.trim() !== '') onChange(text.trim());
    return null;
  });
  const finish = (): void => {
    draft.finish();
    onEnd();
  };
  return (
    <input
      className="input outline-framework-input"
      aria-label={t('outline.framework-name')}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit it
      autoFocus
      value={draft.text}
      onChange={(event) => draft.set(event.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') draft.discard();
        if (event.key === 'Escape' || event.key === 'Enter') finish();
      }}
    />
  );
}
