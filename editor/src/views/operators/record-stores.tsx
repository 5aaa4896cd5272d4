import { useQuery } from '@tanstack/react-query';
import { parseTime } from '../../../../shared/repository/linked-data/time.ts';
import { useEditor } from '../../app/editor.tsx';
import { useFaultMessage } from '../../app/use-fault.tsx';
import type { RecordStore } from '../../service/operations.ts';
import { Banner, Skeleton } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';

const REFRESH_MS = 10_000;

/** The learning record stores that the service polls, with the results. */
export function RecordStores() {
  const { t } = useWords();
  const { service } = useEditor();
  const faultMessage = useFaultMessage();
  const { data: stores, error } = useQuery({
    queryKey: ['record-stores'],
    queryFn: ({ signal }) => service.recordStores(signal),
    refetchInterval: REFRESH_MS,
  });
  return (
    <section className="stack" aria-labelledby="record-stores">
      <h2 id="record-stores">{t('operators.polls')}</h2>
      {error !== null && <Banner kind="danger">{faultMessage(error)}</Banner>}
      {stores === undefined && error === null && <Skeleton />}
      {stores?.length === 0 && <p className="quiet">{t('operators.polls-none')}</p>}
      {stores?.map((store) => (
        <StoreCard key={store.name} store={store} />
      ))}
    </section>
  );
}

function StoreCard({ store }: { readonly store: RecordStore }) {
  const { t, number, dateTime } = useWords();
  const { name, endpoint, enabled, polledAt, storedUntil, stored, ignored, rejected, fault, nextPollAt } = store;
  const timeOf = (time: string | null): string => dateTime(time === null ? null : parseTime(time));
  return (
    <article className="card stack" aria-label={name}>
      <div className="row">
        <h3>{name}</h3>
        <span className="tag">{t(enabled ? 'operators.polls-on' : 'operators.polls-off')}</span>
      </div>
      <dl className="facts">
        <dt>{t('operators.polls-address')}</dt>
        <dd>
          <bdi>{endpoint}</bdi>
        </dd>
        <dt>{t('operators.polls-last')}</dt>
        <dd>{timeOf(polledAt)}</dd>
        <dt>{t('operators.polls-next')}</dt>
        <dd>{timeOf(nextPollAt)}</dd>
        <dt>{t('operators.polls-until')}</dt>
        <dd>{timeOf(storedUntil)}</dd>
        <dt>{t('operators.polls-stored')}</dt>
        <dd>{number(stored)}</dd>
        <dt>{t('operators.polls-ignored')}</dt>
        <dd>{number(ignored)}</dd>
        <dt>{t('operators.polls-rejected')}</dt>
        <dd>{number(rejected)}</dd>
        <dt>{t('operators.polls-fault')}</dt>
        <dd>
          {fault === null ? (
            '–'
          ) : (
            <>
              {timeOf(fault.at)}: <bdi lang="en">{fault.detail}</bdi>
            </>
          )}
        </dd>
      </dl>
    </article>
  );
}
