import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useTask } from '../../app/use-task.ts';
import type { Identity } from '../../identity/identity.ts';
import { writeRecoveryFile } from '../../identity/recovery-file.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { isAccepted, NewSecretFields } from '../identity/passphrase-fields.tsx';

type Props = { readonly identity: Identity; readonly onClose: () => void };

/** Saves the key of a learner, and no other, in a file that a passphrase opens; then removes the key from this browser. */
export function HandOverDialog({ identity, onClose }: Props) {
  const { t } = useWords();
  const { identities: store, toasts } = useEditor();
  const task = useTask();
  const [secret, setSecret] = useState({ first: '', second: '' });
  const [isTried, setTried] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { id, name, publicPem } = identity;

  async function save(): Promise<void> {
    setTried(true);
    if (!isAccepted(secret)) return;
    await task.run(async () => {
      const text = await writeRecoveryFile([identity], secret.first);
      saveFile('competency-recovery.json', new Blob([text], { type: 'application/json' }));
      setSaved(true);
    });
  }

  async function remove(): Promise<void> {
    const done = await task.run(async () => {
      await store.addContact(name, publicPem);
      await store.remove(id);
    });
    if (!done) return;
    showToast(toasts, { text: t('learners.hand-over-done', { name }) });
    onClose();
  }

  return (
    <FormDialog
      title={t('learners.hand-over-title', { name })}
      submit={t(isSaved ? 'learners.hand-over-remove' : 'learners.hand-over-save')}
      task={task}
      onClose={onClose}
      onSubmit={() => void (isSaved ? remove() : save())}
    >
      {isSaved ? (
        <p role="status">{t('learners.hand-over-saved', { name })}</p>
      ) : (
        <>
          <p>{t('learners.hand-over-how', { name })}</p>
          <NewSecretFields
            label="identity.passphrase"
            again="identity.passphrase-again"
            value={secret}
            onChange={setSecret}
            isTried={isTried}
            autoFocus
          />
        </>
      )}
    </FormDialog>
  );
}
