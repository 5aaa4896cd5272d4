import { useState } from 'react';
import { type RootKind, rootPath } from '../../app/paths.ts';
import { useHolders } from '../../app/use-holders.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import type { Loaded } from '../../outline/load.ts';
import { frameworkOf, type OutlineState, partKindOf } from '../../outline/state.ts';
import { isConcept } from '../../schemes/concept-links.ts';
import { nameIn } from '../../schemes/name-in.ts';
import { accessOf } from '../../sharing/access.ts';
import { accessFrom, draftOf, type Role, withHolder, withoutHolder } from '../../sharing/draft-access.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { Banner, ProgressBar } from '../../ui/feedback.tsx';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import { useComments } from '../comments/use-comments.ts';
import { useCanChange } from '../outline/use-can-change.ts';
import { AddPerson } from './add-person.tsx';
import { ConfirmAccess } from './confirm-access.tsx';
import type { Applying } from './use-apply-access.ts';

type FormProps = { readonly kind: RootKind; readonly loaded: Loaded; readonly applying: Applying };

/** Access to a framework or a vocabulary as a form. */
export function AccessForm({ kind, loaded, applying }: FormProps) {
  const { t, language } = useWords();
  const { frameworkId } = loaded.state;
  const framework = frameworkOf(loaded.state);
  const stored = loaded.stored.get(frameworkId) ?? framework;
  const before = accessOf(stored);
  const [draft, setDraft] = useState(() => draftOf(before));
  const [isAsking, setAsking] = useState(false);
  const canChange = useCanChange(stored);
  const nameOf = useHolders(draft.holders.map(({ id }) => id));
  const name = nameIn(framework, language) ?? t('outline.unnamed');
  usePageTitle(t('sharing.title', { name }));

  const comments = useComments(frameworkId);
  const access = accessFrom(draft);
  const isOwnerless = draft.isPrivate && access.owners.length === 0;

  return (
    <>
      <div className="page-head">
        <h1>{t('sharing.title', { name })}</h1>
        <LinkButton href={rootPath(kind, frameworkId)} icon="back">
          {t('history.back', { name })}
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
          kind={kind}
          members={membersOf(loaded.state)}
          hasComments={(comments.data ?? []).length > 0}
          isMine={(id) => nameOf(id).isMine}
          onClose={() => setAsking(false)}
          onConfirm={() => void applying.apply({ before, after: access })}
        />
      )}
    </>
  );
}

/** The number of competencies, or of terms. */
function membersOf({ objects }: OutlineState): number {
  return [...objects.values()].filter((object) => partKindOf(object) === 'competency' || isConcept(object)).length;
}
