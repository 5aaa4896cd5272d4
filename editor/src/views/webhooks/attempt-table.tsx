import { parseTime } from '../../../../shared/repository/linked-data/time.ts';
import type { Attempt } from '../../service/webhooks.ts';
import { useWords } from '../../words/use-words.tsx';

/** The last calls of a receiver, newest first. */
export function AttemptTable({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { t, dateTime, number } = useWords();
  if (attempts.length === 0) return <p className="quiet">{t('webhooks.attempts-none')}</p>;
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th>{t('webhooks.time')}</th>
            <th className="number">{t('webhooks.changes')}</th>
            <th>{t('webhooks.result')}</th>
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ id, time, error, changes }) => (
            <tr key={`${id} ${time}`}>
              <td>{dateTime(parseTime(time))}</td>
              <td className="number">{number(changes)}</td>
              <td>{error === null ? t('webhooks.ok') : <bdi lang="en">{error}</bdi>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
