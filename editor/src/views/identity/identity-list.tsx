import { useState } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useSignOn } from '../../app/use-sign-on.ts';
import { useTask } from '../../app/use-task.ts';
import type { Identity } from '../../identity/identity.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';
import { Findable } from './findable.tsx';

/** The identities of this browser, which the person can choose, rename, remove and add to. */
export function IdentityList() {
  const { t } = useWords();
  const { identities: store } = useEditor();
  const { identities, current } = useIdentities();
  const { signOn } = useSignOn();
  const [naming, setNaming] = useState<Identity | 'new' | null>(null);
  const [removing, setRemoving] = useState<Identity | null>(null);
  return (
    <section className="stack" aria-labelledby="identities">
      <div className="row row-between">
        <h2 id="identities">{t('identity.identities')}</h2>
        <Button icon="add" onPress={() => setNaming('new')}>
          {t('identity.new')}
        </Button>
      </div>
      <p className="quiet">{t('identity.identities-text')}</p>
      {identities.length > 0 && (
        <ul className="list">
          {identities.map((one) => (
            <li key={one.id} className="row identity-row">
              <strong>{one.name}</strong>
              {one.id === current?.id ? (
                <span className="tag">{t('identity.acting')}</span>
              ) : (
                <Button
                  variant="quiet"
                  aria-label={t('identity.act-as', { name: one.name })}
                  onPress={() => void store.select(one.id)}
                >
                  {t('identity.act')}
                </Button>
              )}
              <IconButton icon="edit" label={t('identity.rename', { name: one.name })} onPress={() => setNaming(one)} />
              <IconButton
                icon="delete"
                label={t('identity.remove', { name: one.name })}
                onPress={() => setRemoving(one)}
              />
            </li>
          ))}
        </ul>
      )}
      {current !== null && signOn.kind !== 'signed-in' && <Findable identity={current} />}
      {naming !== null && <NameDialog identity={naming} onClose={() => setNaming(null)} />}
      {removing !== null && (
        <ConfirmDialog
          title={t('identity.remove', { name: removing.name })}
          isOpen
          onClose={() => setRemoving(null)}
          onConfirm={() => void store.remove(removing.id)}
          confirm={t('identity.remove-confirm')}
        >
          {t('identity.remove-text')}
        </ConfirmDialog>
      )}
    </section>
  );
}

function NameDialog({ identity, onClose }: { readonly identity: Identity | 'new'; readonly onClose: () => void }) {
  const { t } = useWords();
  const { identities: store } = useEditor();
  const task = useTask();
  const [name, setName] = useState(identity === 'new' ? '' : identity.name);
  const [isMissing, setMissing] = useState(false);

  async function submit(): Promise<void> {
    const chosen = name.trim();
    setMissing(chosen === '');
    if (chosen === '') return;
    const done = await task.run(async () => {
      if (identity === 'new') await store.create(chosen);
      else await store.rename(identity.id, chosen);
    });
    if (done) onClose();
  }

  return (
    <FormDialog
      title={t(identity === 'new' ? 'identity.new-title' : 'identity.rename-title')}
      submit={t(identity === 'new' ? 'identity.create' : 'common.save')}
      task={task}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField
        label={t('identity.name')}
        value={name}
        onChange={setName}
        error={isMissing ? t('identity.name-missing') : undefined}
        autoFocus
      />
    </FormDialog>
  );
}
