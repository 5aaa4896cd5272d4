import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { createWebhooks } from '../../service/webhooks.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';

type Props = { readonly onClose: () => void; readonly onAdded: (secret: string) => void };

/** Adds a webhook. */
export function AddDialog({ onClose, onAdded }: Props) {
  const { t } = useWords();
  const { service } = useEditor();
  const task = useTask();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [type, setType] = useState('');
  const [framework, setFramework] = useState('');

  function add(): void {
    const settings = {
      url: url.trim(),
      description: orNull(description),
      type: orNull(type),
      framework: orNull(framework),
    };
    void task.run(async () => onAdded(await service.part(createWebhooks).add(settings)));
  }

  return (
    <FormDialog
      title={t('webhooks.add-title')}
      submit={t('webhooks.add-submit')}
      task={task}
      onClose={onClose}
      onSubmit={add}
    >
      <TextField
        label={t('webhooks.url')}
        description={t('webhooks.url-help')}
        type="url"
        autoFocus
        value={url}
        onChange={setUrl}
      />
      <TextField label={t('webhooks.description')} value={description} onChange={setDescription} />
      <TextField
        label={t('webhooks.type')}
        description={t('webhooks.type-help')}
        placeholder="*competency,*framework"
        value={type}
        onChange={setType}
      />
      <TextField
        label={t('webhooks.framework')}
        description={t('webhooks.framework-help')}
        value={framework}
        onChange={setFramework}
      />
    </FormDialog>
  );
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
