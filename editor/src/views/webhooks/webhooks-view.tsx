import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditor, useIdentities } from '../../app/editor.tsx';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { usePageTitle } from '../../app/use-page-title.ts';
import { useSignOn } from '../../app/use-sign-on.ts';
import { createWebhooks } from '../../service/webhooks.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Banner, EmptyState, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { AddDialog } from './add-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookCard } from './webhook-card.tsx';

const REFRESH_MS = 5_000;

/** The webhooks of the person: list, add, state, last calls, replay, remove. */
export function WebhooksView() {
  const { t } = useWords();
  const { identities, current } = useIdentities();
  const { signOn } = useSignOn();
  usePageTitle(t('webhooks.title'));
  if (identities.length > 0 || signOn.kind === 'signed-in') return <WebhookList key={current?.id ?? ''} />;
  return (
    <EmptyState
      isPage
      icon="key"
      title={t('webhooks.title')}
      actions={<LinkButton href="/identity?sign-in">{t('person.sign-in')}</LinkButton>}
    >
      {t('webhooks.sign-in')}
    </EmptyState>
  );
}

function WebhookList() {
  const { t } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => service.part(createWebhooks).all(signal),
    refetchInterval: REFRESH_MS,
  });
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('webhooks.title')}</h1>
        <Button icon="add" onPress={() => setAdding(true)}>
          {t('webhooks.add')}
        </Button>
      </div>
      <p className="quiet">{t('webhooks.text')}</p>
      {error !== null && <Banner kind="danger">{faultMessage(error)}</Banner>}
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && <p>{t('webhooks.none')}</p>}
      {data?.map((webhook) => (
        <WebhookCard key={webhook.id} webhook={webhook} onChange={() => void refetch()} onSecret={setSecret} />
      ))}
      {isAdding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onAdded={(added) => {
            setAdding(false);
            setSecret(added);
            void refetch();
          }}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </div>
  );
}
