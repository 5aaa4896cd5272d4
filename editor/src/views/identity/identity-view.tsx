import { useIdentities } from '../../app/editor.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import { useSignOn } from '../../app/use-sign-on.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { ComeBack } from './come-back.tsx';
import { Contacts } from './contacts.tsx';
import { IdentityList } from './identity-list.tsx';
import { Keep } from './keep.tsx';
import { Organization } from './organization.tsx';
import { SignOut } from './sign-out.tsx';
import './identity.css';

/** Who the person is: identities, ways to save and restore their keys, the organization's account, and contacts. */
export function IdentityView() {
  const { t } = useWords();
  const { identities, durable } = useIdentities();
  const { signOn } = useSignOn();
  usePageTitle(t('identity.title'));
  return (
    <div className="page identity">
      <div className="page-head">
        <h1>{t('identity.title')}</h1>
        {(identities.length > 0 || signOn.kind === 'signed-in') && <SignOut />}
      </div>
      {!durable && <Banner kind="warning">{t('identity.private-window')}</Banner>}
      {identities.length === 0 && signOn.kind !== 'signed-in' && <p>{t('identity.intro')}</p>}
      <Organization />
      <IdentityList />
      {identities.length > 0 && <Keep />}
      <ComeBack />
      <Contacts />
      {(identities.length > 0 || signOn.kind === 'signed-in') && <WebhooksLink />}
    </div>
  );
}

function WebhooksLink() {
  const { t } = useWords();
  return (
    <section className="card stack" aria-labelledby="webhooks">
      <h2 id="webhooks">{t('webhooks.title')}</h2>
      <p className="quiet">{t('webhooks.text')}</p>
      <div className="row">
        <LinkButton href="/webhooks">{t('webhooks.open')}</LinkButton>
      </div>
    </section>
  );
}
