import { useQuery } from '@tanstack/react-query';
import { useEditor } from '../../app/editor.tsx';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { usePing } from '../../app/use-ping.ts';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { knownWord } from './known-word.ts';

const REFRESH_MS = 5000;

/** Whether the service is ready, and how far another server is replicated. */
export function HealthCard() {
  const words = useWords();
  const { t, number } = words;
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const { data: health, error } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => service.health(signal),
    refetchInterval: REFRESH_MS,
  });
  const ping = usePing();
  const way = health?.replication?.way ?? null;
  return (
    <section className="stack" aria-labelledby="health">
      <h2 id="health">{t('operators.health')}</h2>
      {error !== null && <Banner kind="danger">{faultMessage(error)}</Banner>}
      {health === undefined && error === null && <Skeleton />}
      {health !== undefined && (
        <dl className="card facts">
          <dt>{t('operators.status')}</dt>
          <dd>{knownWord(words, 'status', health.status)}</dd>
          <dt>{t('operators.state')}</dt>
          <dd>{knownWord(words, 'state', health.state)}</dd>
          <dt>{t('operators.version')}</dt>
          <dd>{ping?.version}</dd>
          <dt>{t('operators.replication')}</dt>
          <dd>{way === null ? t('operators.replication-none') : knownWord(words, 'way', way)}</dd>
          {health.replication !== undefined && (
            <>
              <dt>{t('operators.replication-lag')}</dt>
              <dd>{health.replication.lagSeconds === null ? '–' : number(health.replication.lagSeconds)}</dd>
              <dt>{t('operators.replication-refused')}</dt>
              <dd>{number(health.replication.refusedCount)}</dd>
              <dt>{t('operators.replication-failures')}</dt>
              <dd>{number(health.replication.failures)}</dd>
            </>
          )}
        </dl>
      )}
    </section>
  );
}
