import { useLocation } from 'wouter';
import { Button } from '../ui/button.tsx';
import { MenuButton, type MenuEntry } from '../ui/menu.tsx';
import { useWords } from '../words/use-words.tsx';
import { useEditor, useIdentities } from './editor.tsx';
import { useSignOn } from './use-sign-on.ts';

/** Who the person is: switches between identities, and leads to keys, contacts and the organization's sign-in. */
export function PersonMenu() {
  const { t } = useWords();
  const { identities: store } = useEditor();
  const { identities, current } = useIdentities();
  const { signOn, isAdmin } = useSignOn();
  const [, navigate] = useLocation();

  const isAccount = current === null && signOn.kind === 'signed-in';
  const name = isAccount ? t('identity.account') : (current?.name ?? t('identity.nobody'));
  const entries: readonly MenuEntry[] = [
    ...identities.map((one) => ({
      id: one.id,
      label: one.name,
      icon: one.id === current?.id ? ('check' as const) : ('person' as const),
    })),
    ...(signOn.kind === 'signed-in'
      ? [{ id: 'account', label: t('identity.account'), icon: isAccount ? ('check' as const) : ('people' as const) }]
      : []),
    ...(identities.length === 0 && signOn.kind !== 'signed-in'
      ? [{ id: 'keys', label: t('person.sign-in'), icon: 'key' as const, href: '/identity?sign-in' }]
      : []),
    ...(signOn.kind === 'signed-out' ? [{ id: 'sign-in', label: t('identity.sign-in'), icon: 'people' as const }] : []),
    { id: 'profile', label: t('person.profile'), icon: 'person', href: '/learners/me', startsGroup: true },
    { id: 'learners', label: t('person.learners'), icon: 'people', href: '/learners' },
    { id: 'identity', label: t('identity.open'), icon: 'key', href: '/identity' },
    ...(isAdmin
      ? [{ id: 'operators', label: t('identity.operate'), icon: 'settings' as const, href: '/operators' }]
      : []),
    ...(identities.length > 0 || signOn.kind === 'signed-in'
      ? [{ id: 'sign-out', label: t('identity.sign-out') }]
      : []),
  ];
  return (
    <MenuButton
      trigger={
        <Button variant="quiet" icon="person" aria-label={t('identity.you-are', { name })}>
          <span className="person-name">{name}</span>
        </Button>
      }
      label={t('identity.title')}
      entries={entries}
      onAction={(id) => {
        if (id === 'sign-in' && signOn.kind === 'signed-out') window.location.assign(signOn.loginAddress);
        else if (id === 'sign-out') navigate('/identity?sign-out');
        else if (id === 'account') void store.select(null);
        else if (identities.some((one) => one.id === id)) void store.select(id);
      }}
    />
  );
}
