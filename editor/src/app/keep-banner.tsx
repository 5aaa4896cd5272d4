import { useLocation } from 'wouter';
import { Button, LinkButton } from '../ui/button.tsx';
import { Banner } from '../ui/feedback.tsx';
import { useWords } from '../words/use-words.tsx';
import { useEditor, useIdentities } from './editor.tsx';

/** Asks the person once to back up a key that only this browser has. */
export function KeepBanner() {
  const { t } = useWords();
  const { identities: store } = useEditor();
  const { identities, kept, urged, durable, account } = useIdentities();
  const [location] = useLocation();
  if (identities.length === 0 || kept || urged || location === '/identity') return null;
  return (
    <div className="header-banner">
      <Banner
        actions={
          <div className="row">
            {account === null ? (
              <LinkButton href="/identity">{t('identity.keep-now')}</LinkButton>
            ) : (
              <LinkButton href="/identity?account">{t('identity.keep-account-now')}</LinkButton>
            )}
            <Button variant="quiet" onPress={() => void store.markUrged()}>
              {t('identity.keep-later')}
            </Button>
          </div>
        }
      >
        {account === null
          ? t(durable ? 'identity.keep-urge' : 'identity.keep-urge-private')
          : t('identity.keep-account', { account })}
      </Banner>
    </div>
  );
}
