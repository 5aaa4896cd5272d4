import { useLocation } from 'wouter';
import { Button, LinkButton } from '../ui/button.tsx';
import { Banner } from '../ui/feedback.tsx';
import { useWords } from '../words/use-words.tsx';
import { useEditor, useIdentities } from './editor.tsx';

/** Asks the person once to back up a key that only this browser has. */
export function KeepBanner() {
  const { t } = useWords();
  const { identities: store } = useEditor();
  const { identities, kept, urged, durable } = useIdentities();
  const [location] = useLocation();
  if (identities.length === 0 || kept || urged || location === '/identity') return null;
  return (
    <div className="header-banner">
      <Banner
        actions={
          <div className="row">
            <LinkButton href="/identity">{t('identity.keep-now')}</LinkButton>
            <Button variant="quiet" onPress={() => void store.markUrged()}>
              {t('identity.keep-later')}
            </Button>
          </div>
        }
      >
        {t(durable ? 'identity.keep-urge' : 'identity.keep-urge-private')}
      </Banner>
    </div>
  );
}
