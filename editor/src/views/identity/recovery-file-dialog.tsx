import { useState } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useTask } from '../../app/use-task.ts';
import { writeRecoveryFile } from '../../identity/recovery-file.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { isAccepted, NewSecretFields } from './passphrase-fields.tsx';

/** Saves the identities in a file that a passphrase opens. */
export function RecoveryFileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const { identities: store, toasts } = useEditor();
  const { identities } = useIdentities();
  const task = useTask();
  const [secret, setSecret] = useState({ first: '', second: '' });
  const [isTried, setTried] = useState(false);

  async function save(): Promise<void> {
    setTried(true);
    if (!isAccepted(secret)) return;
    const done = await task.run(async () => {
      const text = await writeRecoveryFile(identities, secret.first);
      saveFile('competency-recovery.json', new Blob([text], { type: 'application/json' }));
      await store.markKept();
    });
    if (!done) return;
    showToast(toasts, { text: t('identity.file-saved') });
    onClose();
  }

  return (
    <FormDialog
      title={t('identity.file')}
      submit={t('common.save')}
      task={task}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <p>{t('identity.file-text')}</p>
      <NewSecretFields
        label="identity.passphrase"
        again="identity.passphrase-again"
        value={secret}
        onChange={setSecret}
        isTried={isTried}
        autoFocus
      />
    </FormDialog>
  );
}
