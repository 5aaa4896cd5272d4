import { useState } from 'react';
import { parseTime } from '../../../../shared/repository/linked-data/time.ts';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { copyReport } from '../../service/copies.ts';
import type { OperationRecord } from '../../service/operations.ts';
import { Button } from '../../ui/button.tsx';
import { Banner, ProgressBar } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';
import { Refusal } from './refusal.tsx';

/** Longer lists are folded. */
const SHOWN_AT_ONCE = 10;

const NOTHING = { restored: 0, present: 0, failedCount: 0, failed: [], objects: 0, missed: [] };

/** The running copy, which can be cancelled, or the result and the refused objects of the last one. */
export function CopyStatus({ record }: { readonly record: OperationRecord }) {
  const { t, number, dateTime } = useWords();
  const { state, result, progress, detail, began } = record;
  const { restored, present, failedCount, failed, missed } = copyReport.parse(result ?? progress ?? NOTHING);
  const counts = { restored: number(restored), present: number(present), refused: number(failedCount) };
  if (state === 'running') return <Running counts={t('operators.copy-progress', counts)} began={began} />;
  const sentences = {
    done: t('operators.copy-done', counts),
    cancelled: t('operators.copy-cancelled', counts),
    interrupted: t('operators.copy-interrupted', counts),
    failed: t('operators.copy-failed', counts),
  };
  const hasGaps = failedCount > 0 || missed.length > 0;
  const kind = state === 'failed' ? 'danger' : state === 'done' && !hasGaps ? 'success' : 'warning';
  return (
    <Banner kind={kind}>
      <p className="quiet small">{dateTime(parseTime(began))}</p>
      <p>{sentences[state]}</p>
      {detail !== undefined && (
        <p className="small" lang="en">
          <bdi>{detail}</bdi>
        </p>
      )}
      {missed.length > 0 && <p>{t('operators.copy-missed', { count: missed.length })}</p>}
      {failedCount > 0 && (
        <details open={failed.length <= SHOWN_AT_ONCE}>
          <summary>{t('operators.copy-refused', { count: failedCount })}</summary>
          <ul className="refused">
            {failed.map((refusal, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and an object may be in it twice
              <li key={place}>
                {refusal['@id'] !== null && (
                  <>
                    <bdi>{refusal['@id']}</bdi>:{' '}
                  </>
                )}
                <Refusal refused={refusal} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Banner>
  );
}

function Running({ counts, began }: { readonly counts: string; readonly began: string }) {
  const { t } = useWords();
  const { service } = useEditor();
  const task = useTask();
  /** The cancelled copy, which ends within some seconds. */
  const [cancelled, setCancelled] = useState<string | null>(null);
  const cancel = (): Promise<boolean> =>
    task.run(async () => {
      await service.cancelCopy();
      setCancelled(began);
    });
  return (
    <div className="card stack">
      <ProgressBar label={t(cancelled === began ? 'operators.copy-cancelling' : 'operators.copy-running')} />
      <p className="quiet">{counts}</p>
      {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
      <div className="row">
        <Button isDisabled={cancelled === began} isPending={task.isPending} onPress={() => void cancel()}>
          {t('operators.copy-cancel')}
        </Button>
      </div>
    </div>
  );
}
