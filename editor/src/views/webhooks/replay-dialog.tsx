import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { createWebhooks } from '../../service/webhooks.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';

const DAY_MS = 86_400_000;

type Props = { readonly id: string; readonly onClose: () => void; readonly onDone: () => void };

/** Delivers again what has changed since a day. */
export function ReplayDialog({ id, onClose, onDone }: Props) {
  const { t } = useWords();
  const { service } = useEditor();
  const task = useTask();
  const [day, setDay] = useState(() => new Date(Date.now() - DAY_MS).toISOString().slice(0, 10));

  async function replay(): Promise<void> {
    const done = await task.run(() => service.part(createWebhooks).replay(id, `${day}T00:00:00Z`));
    if (!done) return;
    onClose();
    onDone();
  }

  return (
    <FormDialog
      title={t('webhooks.replay-title')}
      submit={t('webhooks.replay-submit')}
      task={task}
      onClose={onClose}
      onSubmit={() => void replay()}
    >
      <p>{t('webhooks.replay-text')}</p>
      <TextField label={t('webhooks.since')} type="date" value={day} onChange={setDay} />
    </FormDialog>
  );
}
