import { useState } from 'react';
import { frameworkPath } from '../../app/paths.ts';
import { useHolders } from '../../app/use-holders.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { Loaded } from '../../outline/load.ts';
import { frameworkOf } from '../../outline/state.ts';
import { accessOf } from '../../sharing/access.ts';
import { accessFrom, draftOf, type Role, withHolder, withoutHolder } from '../../sharing/draft-access.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Banner, ProgressBar } from '../../ui/feedback.tsx';
import { Select } from '../../ui/select.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { useCanChange } from '../outline/use-can-change.ts';
import { AddPerson } from './add-person.tsx';
import { ConfirmAccess } from './confirm-access.tsx';
import type { Applying } from './use-apply-access.ts';

/** Access to a framework as a form. */
export function AccessForm({ loaded, applying }: { readonly loaded: Loaded; readonly applying: Applying }) {
  const { t, language } = useWords();
  const { frameworkId } = loaded.state;
  const framework = frameworkOf(loaded.state);
  const stored = loaded.stored.get(frameworkId) ?? framework;
  const before = accessOf(stored);
  const [draft, setDraft] = useState(() => draftOf(before));
  const [isAsking, setAsking] = useState(false);
  const canChange = useCanChange(stored);
  const nameOf = useHolders(draft.holders.map(({ id }) => id));
  const name = textIn(framework, 'name', language) ?? t('outline.unnamed');
  usePageTitle(t('sharing.title', { name }));

  const access = accessFrom(draft);
  const isOwnerless = draft.isPrivate && access.owners.length === 0;

  return (
    <>
      <div className="page-head">
        <h1>{t('sharing.title', { name })}</h1>
        <LinkButton href={frameworkPath(frameworkId)} icon="back">
          {t('sharing.back')}
        </LinkButton>
      </div>
      {!canChange && <Banner>{t('sharing.read-only')}</Banner>}
      <section className="stack">
        <Select
          label={t('sharing.read')}
          choices={[
            { id: 'public', label: t('sharing.read-public') },
            { id: 'private', label: t('sharing.read-private') },
          ]}
          value={draft.isPrivate ? 'private' : 'public'}
          onChange={(id) => setDraft({ ...draft, isPrivate: id === 'private' })}
          isDisabled={!canChange}
        />
        <p className="quiet">{t(draft.isPrivate ? 'sharing.private-means' : 'sharing.public-means')}</p>
      </section>
      <section className="stack" aria-labelledby="people">
        <h2 id="people">{t('sharing.people')}</h2>
        {access.owners.length === 0 && <p className="quiet">{t('sharing.nobody')}</p>}
        {draft.holders.length > 0 && (
          <ul className="list">
            {draft.holders.map((holder) => {
              const { name: holderName, isMine } = nameOf(holder.id);
              return (
                <li key={holder.id} className="row holder">
                  <span>
                    <strong>{holderName}</strong> {isMine && <span className="tag">{t('sharing.you')}</span>}
                  </span>
                  <Select
                    label={t('sharing.role-of', { name: holderName })}
                    choices={[
                      { id: 'owner', label: t('sharing.owner') },
                      { id: 'reader', label: t('sharing.reader') },
                    ]}
                    value={holder.role}
                    onChange={(id) =>
                      setDraft(withHolder(draft, { ...holder, role: id === 'owner' ? 'owner' : 'reader' }))
                    }
                    isDisabled={!canChange}
                  />
                  <IconButton
                    icon="delete"
                    label={t('sharing.remove', { name: holderName })}
                    onPress={() => setDraft(withoutHolder(draft, holder.id))}
                    isDisabled={!canChange}
                  />
                </li>
              );
            })}
          </ul>
        )}
        {!draft.isPrivate && <p className="quiet small">{t('sharing.readers-public')}</p>}
        {canChange && (
          <AddPerson
            onAdd={(id, publicPem) => {
              const role: Role = draft.isPrivate ? 'reader' : 'owner';
              if (draft.holders.every((holder) => holder.id !== id))
                setDraft(withHolder(draft, { id, publicPem, role }));
            }}
          />
        )}
      </section>
      {isOwnerless && <Banner kind="warning">{t('sharing.no-owner')}</Banner>}
      {applying.failure !== null && <Banner kind="danger">{applying.failure}</Banner>}
      {applying.progress !== null && <ProgressBar label={t('sharing.progress')} value={applying.progress} />}
      {canChange && (
        <div className="row">
          <Button
            variant="primary"
            isPending={applying.isPending}
            isDisabled={isOwnerless}
            onPress={() => setAsking(true)}
          >
            {t('sharing.apply')}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmAccess
          before={before}
          after={access}
          parts={loaded.state.objects.size}
          isMine={(id) => nameOf(id).isMine}
          onClose={() => setAsking(false)}
          onConfirm={() => void applying.apply({ before, after: access })}
        />
      )}
    </>
  );
}
