import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useOwner } from '../../app/use-owner.ts';
import { useTask } from '../../app/use-task.ts';
import { useVault } from '../../app/use-vault.ts';
import { useWriter } from '../../app/use-writer.ts';
import type { Folder } from '../../folders/folder.ts';
import { idOf } from '../../outline/draft.ts';
import { idMaker, newObject } from '../../outline/new-object.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useWords } from '../../words/use-words.tsx';
import { FOLDERS_KEY, useFolderName } from './use-folders.ts';

type DialogProps = {
  /** Null: a new one. */
  readonly folder: Folder | null;
  /** Short id of the folder that it is in; null: at the top. */
  readonly parent: string | null;
  readonly onClose: () => void;
};

/** Asks for the name of a folder. */
export function FolderDialog({ folder, parent, onClose }: DialogProps) {
  const { t } = useWords();
  const { announce } = useEditor();
  const service = useWriter('folder');
  const ownerOf = useOwner();
  const vault = useVault();
  const queries = useQueryClient();
  const nameOf = useFolderName();
  const task = useTask();
  const [name, setName] = useState(folder === null ? '' : nameOf(folder));
  const [isMissing, setMissing] = useState(false);

  async function create(): Promise<void> {
    const maker = { newId: idMaker(service.base), owners: [await ownerOf()], now: () => new Date().toISOString() };
    const object = newObject('Directory', { name: name.trim(), parentDirectory: parent }, maker);
    await service.save(idOf(object), object, 'new');
  }

  async function rename({ id }: Folder): Promise<void> {
    const { object: stored, etag } = await service.read(id);
    const object = await vault.open(stored);
    if (object === null || etag === null) return;
    await service.save(id, await vault.seal({ ...object, name: name.trim() }, stored), { etag });
  }

  async function save(): Promise<void> {
    await (folder === null ? create() : rename(folder));
    await queries.invalidateQueries({ queryKey: FOLDERS_KEY });
    onClose();
    announce(t('folders.saved', { name: name.trim() }));
  }

  return (
    <FormDialog
      title={t(folder === null ? 'folders.new-title' : 'folders.rename')}
      submit={t(folder === null ? 'folders.create' : 'common.save')}
      task={task}
      onClose={onClose}
      onSubmit={() => {
        setMissing(name.trim() === '');
        if (name.trim() !== '') void task.run(save);
      }}
    >
      <TextField
        label={t('folders.name')}
        value={name}
        onChange={setName}
        error={isMissing ? t('folders.name-missing') : undefined}
        autoFocus
      />
    </FormDialog>
  );
}
