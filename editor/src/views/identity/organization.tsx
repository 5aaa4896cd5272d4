import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useSignOn } from '../../app/use-sign-on.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../words/use-words.tsx';

/** The account of the organization, if the service has sign-on. */
export function Organization() {
  const { t } = useWords();
  const { identities: store } = useEditor();
  const { current } = useIdentities();
  const { signOn } = useSignOn();
  if (signOn.kind === 'none') return null;
  return (
    <section className="stack" aria-labelledby="organization">
      <h2 id="organization">{t('identity.organization')}</h2>
      {signOn.kind === 'signed-out' ? (
        <div className="card row row-between">
          <span>{t('identity.organization-out')}</span>
          <Button variant="primary" onPress={() => window.location.assign(signOn.loginAddress)}>
            {t('identity.sign-in')}
          </Button>
        </div>
      ) : (
        <div className="card row row-between">
          <span>{t('identity.organization-in')}</span>
          {current === null ? (
            <span className="tag">{t('identity.acting')}</span>
          ) : (
            <Button
              aria-label={t('identity.act-as', { name: t('identity.account') })}
              onPress={() => void store.select(null)}
            >
              {t('identity.act')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
