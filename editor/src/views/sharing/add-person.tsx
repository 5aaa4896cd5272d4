import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { readContactCard } from '../../identity/contact-card.ts';
import type { Contact } from '../../identity/identity.ts';
import { findPeople, type KnownPerson } from '../../identity/people.ts';
import { ComboBox } from '../../ui/combo-box.tsx';
import { useWords } from '../../words/use-words.tsx';

type Props = { readonly onAdd: (id: string, publicPem: string) => void };

type Found = Contact | KnownPerson;

/** Finds people among contacts and in the repository; also accepts a pasted contact link, contact file or key. */
export function AddPerson({ onAdd }: Props) {
  const { t } = useWords();
  const { service, identities: store } = useEditor();
  const { contacts, identities } = useIdentities();
  const [text, setText] = useState('');
  const [added, setAdded] = useState(0);
  const words = useDeferredValue(text.trim());
  const { data: people = [] } = useQuery({
    queryKey: ['find-people', words],
    queryFn: ({ signal }) => findPeople(service, words, signal),
    enabled: words !== '',
  });
  const fitting = [...contacts, ...identities].filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  const found = new Map<string, Found>(
    [...people, ...fitting.map((one): Found => ({ person: null, ...one }))].map((one) => [one.id, one]),
  );

  function change(typed: string): void {
    const card = readContactCard(typed);
    if (card === null) {
      setText(typed);
      return;
    }
    if (card.name !== null) void store.addContact(card.name, card.key.pem);
    add(card.key.fingerprint, card.key.pem);
  }

  /** The list of a field opens whenever its text changes, also when it is emptied: each person is added by a new field. */
  function add(id: string, publicPem: string): void {
    onAdd(id, publicPem);
    setText('');
    setAdded(added + 1);
  }

  const describe = (one: Found): string => {
    const email = 'email' in one ? one.email : null;
    const kind = 'isGroup' in one && one.isGroup ? t('sharing.group') : null;
    return [email, kind, one.id.slice(0, 8)].filter((part) => part !== null).join(' · ');
  };
  const choices = [...found.values()].map((one) => ({
    id: one.id,
    label: one.name,
    description: describe(one),
  }));
  return (
    <ComboBox
      key={added}
      label={t('sharing.add')}
      description={t('sharing.add-help')}
      choices={choices}
      value={null}
      onChange={(id) => {
        const chosen = found.get(String(id));
        if (chosen !== undefined) add(chosen.id, chosen.publicPem);
      }}
      text={text}
      onTextChange={change}
      empty={t('sharing.add-empty')}
    />
  );
}
