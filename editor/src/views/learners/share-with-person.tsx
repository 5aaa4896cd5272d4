import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type PublicKey, parsePublicKey } from '../../../../shared/base/crypto/public-key.ts';
import { useEditor } from '../../app/editor.tsx';
import { useHolders } from '../../app/use-holders.ts';
import { createBadges } from '../../service/badges.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { AddPerson } from '../sharing/add-person.tsx';
import type { Learner } from './use-learners.ts';
import { useShare } from './use-share.ts';
import { useKeysOfLinks } from './use-share-links.ts';

type Props = {
  readonly learner: Learner;
  /** Short ids. */
  readonly records: readonly string[];
  /** Who reads all of them. */
  readonly readers: readonly PublicKey[];
  readonly isPending: boolean;
  /** @param share returns how many records were refused */
  readonly run: (share: () => Promise<number>) => Promise<boolean>;
};

/** Adds a person to the readers of records, and lists those that were added before. */
export function ShareWithPerson({ learner, records, readers, isPending, run }: Props) {
  const { t } = useWords();
  const { service, toasts } = useEditor();
  const share = useShare();
  const heading = useRef<HTMLHeadingElement>(null);
  const [person, setPerson] = useState<PublicKey | null>(null);
  const { data: servicePems = [] } = useQuery({
    queryKey: ['service-keys'],
    queryFn: ({ signal }) => Promise.all([service.profileKey(signal), service.part(createBadges).badgeKey(signal)]),
  });
  const keysOfLinks = useKeysOfLinks(learner);
  const hidden = new Set([learner.id, ...keysOfLinks, ...servicePems.map((pem) => parsePublicKey(pem).fingerprint)]);
  const people = readers.filter(({ fingerprint }) => !hidden.has(fingerprint));
  const holderOf = useHolders([...people, ...(person === null ? [] : [person])].map(({ fingerprint }) => fingerprint));

  async function add(key: PublicKey): Promise<void> {
    const done = await run(() => share.add(records, key));
    if (!done) return;
    showToast(toasts, { text: t('share.shared-with', { name: holderOf(key.fingerprint).name }) });
    heading.current?.focus(); // the button goes
    setPerson(null);
  }

  async function remove(key: PublicKey): Promise<void> {
    heading.current?.focus();
    await run(() => share.remove(records, key));
  }

  return (
    <section className="stack" aria-labelledby="share-person">
      <h3 id="share-person" ref={heading} tabIndex={-1}>
        {t('share.with-person')}
      </h3>
      <AddPerson onAdd={(_id, publicPem) => setPerson(parsePublicKey(publicPem))} />
      {person !== null && (
        <div>
          {/* A new field takes the place of the one that had the focus: without this, the dialog would focus it, and its list would cover the button. */}
          <Button
            key={person.fingerprint}
            autoFocus
            variant="primary"
            isPending={isPending}
            onPress={() => void add(person)}
          >
            {t('share.with', { name: holderOf(person.fingerprint).name })}
          </Button>
        </div>
      )}
      {people.length > 0 && (
        <ul className="list" aria-label={t('share.readers')}>
          {people.map((key) => {
            const { name } = holderOf(key.fingerprint);
            return (
              <li key={key.id} className="row row-between">
                {name}
                <IconButton
                  icon="delete"
                  label={t('share.remove', { name })}
                  isDisabled={isPending}
                  onPress={() => void remove(key)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
