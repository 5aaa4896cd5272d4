import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRouter, useSearchParams } from 'wouter';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { browserStorage } from '../../app/preferences.ts';
import { keepRecent } from '../../app/recent-frameworks.ts';
import { useSignOn } from '../../app/use-sign-on.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Signs out after a question: removes all data of the person from the browser, and ends the session of the organization. */
export function SignOut() {
  const { t } = useWords();
  const { identities: store } = useEditor();
  const { identities, kept } = useIdentities();
  const { signOn } = useSignOn();
  const { base } = useRouter();
  const queries = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const [isAsking, setAsking] = useState(address.has('sign-out'));

  function close(): void {
    setAsking(false);
    setAddress({}, { replace: true });
  }

  /** Leaves the page, so that nothing of it stays in memory. */
  async function signOut(): Promise<void> {
    await store.signOut();
    keepRecent(browserStorage(), []);
    queries.clear();
    const start = new URL(`${base}/`, window.location.href).href;
    window.location.replace(signOn.kind === 'signed-in' ? (signOn.logoutAddress ?? start) : start);
  }

  return (
    <>
      <Button onPress={() => setAsking(true)}>{t('identity.sign-out')}</Button>
      <ConfirmDialog
        title={t('identity.sign-out-title')}
        isOpen={isAsking || address.has('sign-out')}
        onClose={close}
        onConfirm={() => void signOut()}
        confirm={t('identity.sign-out')}
      >
        <p>{t('identity.sign-out-text')}</p>
        {identities.length > 0 && !kept && <p>{t('identity.sign-out-not-kept')}</p>}
      </ConfirmDialog>
    </>
  );
}
