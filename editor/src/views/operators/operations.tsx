import { useState } from 'react';
import { parseTime } from '../../../../shared/repository/linked-data/time.ts';
import { useFaultMessage } from '../../app/use-fault.tsx';
import type { OperationName, OperationRecord } from '../../service/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { knownWord } from './known-word.ts';
import { RunDialog } from './run-dialog.tsx';
import { useOperations } from './use-operations.ts';

/** The last operations with their progress, and buttons to start them. */
export function Operations() {
  const words = useWords();
  const { t, dateTime } = words;
  const faultMessage = useFaultMessage();
  const [asked, setAsked] = useState<OperationName | null>(null);
  const { data: records = [], error } = useOperations();
  return (
    <section className="stack" aria-labelledby="operations">
      <div className="row row-between">
        <h2 id="operations">{t('operators.operations')}</h2>
        <div className="row">
          <Button onPress={() => setAsked('reindex')}>{t('operators.reindex')}</Button>
          <Button onPress={() => setAsked('cull')}>{t('operators.cull')}</Button>
        </div>
      </div>
      {error !== null && <Banner kind="danger">{faultMessage(error)}</Banner>}
      {records.length === 0 && error === null && <p className="quiet">{t('operators.operations-none')}</p>}
      {records.length > 0 && (
        <div className="table-scroll">
          <table className="table">
            <thead>
              <tr>
                <th>{t('operators.operation')}</th>
                <th>{t('operators.operation-state')}</th>
                <th className="operation-began">{t('operators.began')}</th>
                <th>{t('operators.outcome')}</th>
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <tr key={record.operation}>
                  <td>
                    {knownWord(words, 'name', record.operation)}{' '}
                    {record.dryRun && <span className="tag">{t('operators.dry-run')}</span>}
                    <span className="operation-date small quiet">{dateTime(parseTime(record.began))}</span>
                  </td>
                  <td>{knownWord(words, 'record', record.state)}</td>
                  <td className="operation-began">{dateTime(parseTime(record.began))}</td>
                  <td>
                    <Outcome record={record} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {asked !== null && <RunDialog name={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

/** The service's reason for a failure, or the numbers of the result or progress. */
function Outcome({ record: { detail, result, progress } }: { readonly record: OperationRecord }) {
  const { t, has } = useWords();
  if (detail !== undefined) return <bdi lang="en">{detail}</bdi>;
  const numbers = Object.entries(result ?? progress ?? {}).flatMap(([name, value]) => {
    const key = `operators.count-${name}`;
    return typeof value === 'number' && has(key) ? t(key, { value }) : [];
  });
  return numbers.join(' · ');
}
