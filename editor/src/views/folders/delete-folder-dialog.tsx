import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { useFaultText } from '../../app/use-fault.tsx';
import { useWriter } from '../../app/use-writer.ts';
import type { Folder } from '../../folders/folder.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { FOLDERS_KEY, useFolderName } from './use-folders.ts';

type DialogProps = { readonly folder: Folder; readonly isOpen: boolean; readonly onClose: () => void };

/** Asks before a folder is deleted. The frameworks in it stay. */
export function DeleteFolderDialog({ folder, isOpen, onClose }: DialogProps) {
  const { t } = useWords();
  const { toasts } = useEditor();
  const service = useWriter('folder');
  const faultText = useFaultText();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const name = useFolderName()(folder);

  async function remove(): Promise<void> {
    try {
      await service.remove(folder.id, 'any');
      navigate('/');
      await queries.invalidateQueries({ queryKey: FOLDERS_KEY });
    } catch (error) {
      showToast(toasts, { text: faultText(error) });
    }
  }

  return (
    <ConfirmDialog
      title={t('folders.delete-title', { name })}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void remove()}
      confirm={t('common.delete')}
    >
      <p>{t('folders.delete-help')}</p>
    </ConfirmDialog>
  );
}
