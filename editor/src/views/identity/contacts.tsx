import { useState } from 'react';
import { useRouter } from 'wouter';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { saveFile } from '../../app/save-file.ts';
import { contactLink, readContactCard, writeContactCard } from '../../identity/contact-card.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { ContactDialog } from './contact-dialog.tsx';

/** The people that the person shares with: their names and public keys, and the person's own contact card. */
export function Contacts() {
  const { t } = useWords();
  const { identities: store, toasts } = useEditor();
  const { contacts, current } = useIdentities();
  const { base } = useRouter();
  const [isAdding, setAdding] = useState(false);
  const [linked, setLinked] = useState(() =>
    readContactCard(window.location.href) === null ? null : window.location.href,
  );

  async function copyLink(): Promise<void> {
    if (current === null) return;
    await navigator.clipboard.writeText(contactLink(new URL(`${base}/identity`, window.location.href).href, current));
    showToast(toasts, { text: t('identity.card-copied') });
  }

  function closeLinked(): void {
    window.history.replaceState(window.history.state, '', window.location.pathname);
    setLinked(null);
  }

  return (
    <section className="stack" aria-labelledby="contacts">
      <div className="row row-between">
        <h2 id="contacts">{t('identity.contacts')}</h2>
        <Button icon="add" onPress={() => setAdding(true)}>
          {t('identity.contact-add')}
        </Button>
      </div>
      <p className="quiet">{t('identity.contacts-text')}</p>
      {current !== null && (
        <div className="row">
          <Button
            icon="download"
            onPress={() =>
              saveFile('competency-contact.json', new Blob([writeContactCard(current)], { type: 'application/json' }))
            }
          >
            {t('identity.card-save')}
          </Button>
          <Button icon="link" onPress={() => void copyLink()}>
            {t('identity.card-copy')}
          </Button>
        </div>
      )}
      {linked !== null && <Banner>{t('identity.contact-linked')}</Banner>}
      {contacts.length === 0 ? (
        <p className="quiet">{t('identity.contacts-none')}</p>
      ) : (
        <ul className="list">
          {contacts.map(({ id, name }) => (
            <li key={id} className="row identity-row">
              <span>{name}</span>
              <span className="quiet small">{id.slice(0, 8)}</span>
              <IconButton
                icon="delete"
                label={t('identity.contact-remove', { name })}
                onPress={() => void store.removeContact(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding && <ContactDialog initial="" onClose={() => setAdding(false)} />}
      {linked !== null && <ContactDialog initial={linked} onClose={closeLinked} />}
    </section>
  );
}
