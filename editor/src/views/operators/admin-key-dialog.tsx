import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { readIdentity } from '../../identity/identity.ts';
import { Banner } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Adds the private key of an admin to the identities of this browser. */
export function AdminKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const { identities: store } = useEditor();
  const task = useTask(() => t('operators.add-key-invalid'));
  const [pem, setPem] = useState('');

  async function add(): Promise<void> {
    const done = await task.run(async () => {
      await store.add([await readIdentity(t('operators.admin-name'), pem)]);
    });
    if (done) onClose();
  }

  return (
    <FormDialog
      title={t('operators.add-key-title')}
      submit={t('identity.contact-save')}
      task={task}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      <Banner>{t('operators.add-key-warning')}</Banner>
      <TextField label={t('operators.add-key-text')} lines={6} value={pem} onChange={setPem} />
    </FormDialog>
  );
}
