import { type FormEvent, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useHolders } from '../../app/use-holders.ts';
import { useTask } from '../../app/use-task.ts';
import type { TrailEntry } from '../../service/objects.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { knownWord } from './known-word.ts';

/** Who changed an object, and when. */
export function AuditTrail() {
  const words = useWords();
  const { t, dateTime } = words;
  const { service } = useEditor();
  const task = useTask();
  const [id, setId] = useState('');
  const [trail, setTrail] = useState<readonly TrailEntry[] | null>(null);
  const nameOf = useHolders([...new Set((trail ?? []).flatMap(({ actor }) => actor?.keys ?? []))]);

  const show = (event: FormEvent): void => {
    event.preventDefault();
    setTrail(null);
    if (id.trim() !== '') void task.run(async () => setTrail(await service.trail(id.trim())));
  };
  const actorOf = ({ actor }: TrailEntry): string => {
    if (actor === null) return t('operators.trail-unknown');
    const names = [
      ...actor.keys.map((key) => nameOf(key).name),
      ...(actor.subject === undefined ? [] : [actor.subject]),
    ];
    return names.length === 0 ? t('operators.trail-anyone') : names.join(', ');
  };
  return (
    <section className="stack" aria-labelledby="trail">
      <h2 id="trail">{t('operators.trail')}</h2>
      <p className="quiet">{t('operators.trail-text')}</p>
      <form className="stack" onSubmit={show}>
        <TextField label={t('operators.trail-id')} value={id} onChange={setId} />
        <div className="row">
          <Button type="submit" isPending={task.isPending}>
            {t('operators.trail-show')}
          </Button>
        </div>
      </form>
      {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
      {trail?.length === 0 && <p>{t('operators.trail-none')}</p>}
      {trail !== null && trail.length > 0 && (
        <div className="table-scroll">
          <table className="table">
            <thead>
              <tr>
                <th>{t('operators.trail-time')}</th>
                <th>{t('operators.trail-operation')}</th>
                <th>{t('operators.trail-by')}</th>
              </tr>
            </thead>
            <tbody>
              {trail.map((entry) => (
                <tr key={`${entry.version} ${entry.operation}`}>
                  <td>{entry.time === null ? '–' : dateTime(entry.time)}</td>
                  <td>{knownWord(words, 'trail', entry.operation)}</td>
                  <td>
                    {actorOf(entry)} {entry.override && <span className="tag">{t('operators.trail-override')}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
