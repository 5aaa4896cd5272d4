import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { readContactCard } from '../../identity/contact-card.ts';
import { TextField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Adds a contact from a file, a link or a public key. @param initial initial text, such as a link */
export function ContactDialog({ initial, onClose }: { readonly initial: string; readonly onClose: () => void }) {
  const { t } = useWords();
  const { identities: store } = useEditor();
  const task = useTask();
  const [text, setText] = useState(initial);
  const [typedName, setTypedName] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const card = readContactCard(text);
  const name = (typedName ?? card?.name ?? '').trim();

  async function add(): Promise<void> {
    setTried(true);
    if (card === null || name === '') return;
    const done = await task.run(async () => {
      await store.addContact(name, card.key.pem);
    });
    if (done) onClose();
  }

  return (
    <FormDialog
      title={t('identity.contact-add-title')}
      submit={t('identity.contact-save')}
      task={task}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      <FileButton
        label={t('identity.contact-choose')}
        accept={['application/json', '.json', '.pem']}
        onChoose={(file) => void task.run(async () => setText(await file.text()))}
      />
      <TextField
        label={t('identity.contact-text')}
        description={t('identity.contact-text-help')}
        lines={3}
        value={text}
        onChange={setText}
        error={isTried && card === null ? t('identity.contact-invalid') : undefined}
      />
      <TextField
        label={t('identity.name')}
        value={typedName ?? card?.name ?? ''}
        onChange={setTypedName}
        error={isTried && name === '' ? t('identity.name-missing') : undefined}
      />
    </FormDialog>
  );
}
