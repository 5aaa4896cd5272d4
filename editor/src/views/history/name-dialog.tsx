import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { useWriter } from '../../app/use-writer.ts';
import { nameVersion } from '../../editions/named-version.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import type { Vault } from '../../outline/load.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';
import { type Moment, momentNow } from './state-at.ts';

type DialogProps = {
  readonly document: FrameworkDocument;
  readonly vault: Vault;
  /** An earlier moment, with its time in UTC milliseconds; null: the framework as it is. */
  readonly moment: (Pick<Moment, 'versions'> & { readonly time: number }) | null;
  readonly onClose: () => void;
};

/** Asks for the name of a version. */
export function NameDialog({ document, vault, moment, onClose }: DialogProps) {
  const { t, language } = useWords();
  const { announce } = useEditor();
  const service = useWriter('version');
  const queries = useQueryClient();
  const task = useTask();
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { frameworkId } = document;

  async function save(): Promise<void> {
    await document.flush();
    const { versions } = moment ?? (await momentNow(service, vault, frameworkId));
    const time = moment?.time ?? Date.now();
    await nameVersion(service, { frameworkId, versions, time, name: name.trim(), language });
    await queries.invalidateQueries({ queryKey: ['named-versions', frameworkId] });
    onClose();
    announce(t('history.named', { name: name.trim() }));
  }

  return (
    <FormDialog
      title={t('history.name-title')}
      submit={t('common.save')}
      task={task}
      onClose={onClose}
      onSubmit={() => {
        setMissing(name.trim() === '');
        if (name.trim() !== '') void task.run(save);
      }}
    >
      <TextField
        label={t('history.name-label')}
        description={t('history.name-help')}
        value={name}
        onChange={setName}
        error={isMissing ? t('history.name-missing') : undefined}
        autoFocus
      />
    </FormDialog>
  );
}
