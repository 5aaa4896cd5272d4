import { useState } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { addToAccount, createAccount } from '../../identity/account.ts';
import { ServiceError } from '../../service/service-error.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { isAccepted, NewSecretFields } from './passphrase-fields.tsx';

/** Keeps identities and contacts in an account of the service: a new one, or one that the person has. */
export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const { service, keepAccount, toasts } = useEditor();
  const { identities, contacts, account } = useIdentities();
  const [isNew, setNew] = useState(account === null);
  const [username, setUsername] = useState(account ?? '');
  const [secret, setSecret] = useState({ first: '', second: '' });
  const [isTried, setTried] = useState(false);
  const task = useTask((error) => {
    if (!(error instanceof ServiceError)) return null;
    if (error.kind === 'unauthorized') return t('identity.login-wrong');
    return error.kind === 'invalid' && isNew ? t('identity.username-taken') : null;
  });

  async function keep(): Promise<void> {
    setTried(true);
    if (username.trim() === '' || (isNew && !isAccepted(secret))) return;
    const done = await task.run(async () => {
      const [name, password] = [username.trim(), secret.first];
      if (isNew) await createAccount(service.accounts, name, password, identities, contacts);
      await keepAccount(name, (held) => addToAccount(service.accounts, name, password, held));
    });
    if (!done) return;
    showToast(toasts, { text: t('identity.login-saved') });
    onClose();
  }

  return (
    <FormDialog
      title={t('identity.login')}
      submit={t('common.save')}
      task={task}
      onClose={onClose}
      onSubmit={() => void keep()}
    >
      <p>{t('identity.login-text')}</p>
      <Select
        label={t('identity.login-which')}
        choices={[
          { id: 'new', label: t('identity.login-new') },
          { id: 'existing', label: t('identity.login-existing') },
        ]}
        value={isNew ? 'new' : 'existing'}
        onChange={(id) => setNew(id !== 'existing')}
      />
      <TextField
        label={t('identity.username')}
        autoComplete="username"
        value={username}
        onChange={setUsername}
        error={isTried && username.trim() === '' ? t('identity.name-missing') : undefined}
      />
      {isNew ? (
        <NewSecretFields
          label="identity.password"
          again="identity.password-again"
          value={secret}
          onChange={setSecret}
          isTried={isTried}
        />
      ) : (
        <TextField
          label={t('identity.password')}
          type="password"
          autoComplete="current-password"
          value={secret.first}
          onChange={(first) => setSecret({ first, second: '' })}
        />
      )}
    </FormDialog>
  );
}
