import { useState } from 'react';
import { parseTime } from '../../../../shared/repository/linked-data/time.ts';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { createWebhooks, type Webhook } from '../../service/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { AttemptTable } from './attempt-table.tsx';
import { ReplayDialog } from './replay-dialog.tsx';

type Props = {
  readonly webhook: Webhook;
  readonly onChange: () => void;
  readonly onSecret: (secret: string) => void;
};

type Asked = 'replay' | 'secret' | 'remove';

/** One webhook: where it leads, how it is, its last calls, and what can be done with it. */
export function WebhookCard({ webhook, onChange, onSecret }: Props) {
  const { t } = useWords();
  const { service } = useEditor();
  const task = useTask();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<boolean | null>(null);
  const webhooks = service.part(createWebhooks);
  const { id, url, state, deliveries } = webhook;
  const isActive = state === 'active';
  const close = (): void => setAsked(null);

  /** Does something with the webhook, and shows it as it is then. */
  async function act(work: () => Promise<void>): Promise<void> {
    setOutcome(null);
    await task.run(work);
    onChange();
  }

  const test = () => act(async () => setOutcome((await webhooks.test(id)).error === null));
  return (
    <article className="card stack" aria-label={webhook.description ?? url}>
      <div className="row">
        <h2>
          <bdi>{webhook.description ?? url}</bdi>
        </h2>
        <span className="tag">{t(`webhooks.state-${state}`)}</span>
      </div>
      <Facts webhook={webhook} />
      {outcome !== null && (
        <Banner kind={outcome ? 'success' : 'warning'}>{t(outcome ? 'webhooks.accepted' : 'webhooks.refused')}</Banner>
      )}
      {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
      <Disclosure title={t('webhooks.attempts')} isOpen={isOpen} onToggle={setOpen}>
        <AttemptTable attempts={deliveries} />
      </Disclosure>
      <div className="row">
        <Button isPending={task.isPending} onPress={() => void test()}>
          {t('webhooks.test')}
        </Button>
        <Button onPress={() => void act(() => webhooks.setState(id, isActive ? 'paused' : 'active'))}>
          {t(isActive ? 'webhooks.pause' : 'webhooks.resume')}
        </Button>
        <Button onPress={() => setAsked('replay')}>{t('webhooks.replay')}</Button>
        <Button onPress={() => setAsked('secret')}>{t('webhooks.new-secret')}</Button>
        <Button variant="danger" onPress={() => setAsked('remove')}>
          {t('webhooks.remove')}
        </Button>
      </div>
      {asked === 'replay' && <ReplayDialog id={id} onClose={close} onDone={onChange} />}
      <ConfirmDialog
        title={t('webhooks.new-secret-title')}
        isOpen={asked === 'secret'}
        onClose={close}
        confirm={t('webhooks.new-secret-submit')}
        variant="primary"
        onConfirm={() => void act(async () => onSecret(await webhooks.newSecret(id)))}
      >
        <p>{t('webhooks.new-secret-text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        title={t('webhooks.remove-title')}
        isOpen={asked === 'remove'}
        onClose={close}
        confirm={t('webhooks.remove-submit')}
        onConfirm={() => void act(() => webhooks.remove(id))}
      >
        <p>{t('webhooks.remove-text')}</p>
      </ConfirmDialog>
    </article>
  );
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const { t, dateTime } = useWords();
  const { url, type, framework, failing, lastError } = webhook;
  return (
    <dl className="facts">
      <dt>{t('webhooks.url')}</dt>
      <dd>
        <bdi>{url}</bdi>
      </dd>
      {type !== null && (
        <>
          <dt>{t('webhooks.type')}</dt>
          <dd>
            <bdi>{type}</bdi>
          </dd>
        </>
      )}
      {framework !== null && (
        <>
          <dt>{t('webhooks.framework')}</dt>
          <dd>
            <bdi>{framework}</bdi>
          </dd>
        </>
      )}
      {failing !== null && (
        <>
          <dt>{t('webhooks.next')}</dt>
          <dd>{dateTime(parseTime(failing.next))}</dd>
        </>
      )}
      {lastError !== null && (
        <>
          <dt>{t('webhooks.error')}</dt>
          <dd>
            {dateTime(parseTime(lastError.time))}: <bdi lang="en">{lastError.detail}</bdi>
          </dd>
        </>
      )}
    </dl>
  );
}
