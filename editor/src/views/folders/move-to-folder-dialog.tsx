import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTask } from '../../app/use-task.ts';
import { useUndoToast } from '../../app/use-undo-toast.ts';
import { pathTo } from '../../folders/folder.ts';
import { folderOf } from '../../folders/folder-of.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { useWords } from '../../words/use-words.tsx';
import { useFolderName, useFolders } from './use-folders.ts';

/** The choice of no folder. */
const NONE = 'none';

type DialogProps = { readonly document: FrameworkDocument; readonly onClose: () => void };

/** Moves a framework into a folder, or out of all. A message undoes that. */
export function MoveToFolderDialog({ document, onClose }: DialogProps) {
  const { t } = useWords();
  const folders = useFolders();
  const nameOf = useFolderName();
  const queries = useQueryClient();
  const task = useTask();
  const sayUndoable = useUndoToast(document);
  const current = folderOf(frameworkOf(document.getSnapshot().state));
  const [chosen, setChosen] = useState<string | null>(null);
  const label = (id: string): string => pathTo(folders, id).map(nameOf).join(' / ');
  const choices = [...folders.keys()]
    .map((id) => ({ id, label: label(id) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const value = chosen ?? (current !== null && folders.has(current) ? current : NONE);

  async function move(): Promise<void> {
    onClose();
    if (value === (current ?? NONE)) return;
    const fields = { directory: value === NONE ? null : value };
    const done = document.run({ kind: 'edit', id: document.frameworkId, fields });
    sayUndoable(value === NONE ? t('folders.moved-out') : t('folders.moved', { name: label(value) }), done);
    await document.flush();
    await queries.invalidateQueries({ queryKey: ['frameworks'] });
  }

  return (
    <FormDialog
      title={t('folders.move-title')}
      submit={t('folders.move')}
      task={task}
      onClose={onClose}
      onSubmit={() => void task.run(move)}
    >
      {choices.length === 0 && <p>{t('folders.none-yet')}</p>}
      <Select
        label={t('folders.folder')}
        value={value}
        onChange={(id) => setChosen(id === null ? null : String(id))}
        choices={[{ id: NONE, label: t('folders.none') }, ...choices]}
      />
    </FormDialog>
  );
}
