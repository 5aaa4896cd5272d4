import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useFaultText } from '../../app/use-fault.tsx';
import { useWriter } from '../../app/use-writer.ts';
import { deleteFramework, partsToDelete, undoDeletion } from '../../outline/delete-framework.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/feedback.tsx';
import { showToast } from '../../ui/toast.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

type DialogProps = { readonly document: FrameworkDocument; readonly isOpen: boolean; readonly onClose: () => void };

/** Asks before a framework is deleted, with the number of its parts. A message undoes the deletion. */
export function DeleteFrameworkDialog({ document, isOpen, onClose }: DialogProps) {
  const { t, language } = useWords();
  const { toasts } = useEditor();
  const service = useWriter('outline');
  const faultText = useFaultText();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { frameworkId } = document;
  const name = textIn(frameworkOf(document.getSnapshot().state), 'name', language) ?? t('outline.unnamed');
  const { data: parts, error } = useQuery({
    queryKey: ['parts-to-delete', frameworkId],
    queryFn: ({ signal }) => partsToDelete(service, document.getSnapshot().state, signal),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['frameworks'] });

  /** Shows why something failed. */
  async function attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (failure) {
      showToast(toasts, { text: faultText(failure) });
    }
  }

  const remove = (gone: readonly string[]): Promise<void> =>
    attempt(async () => {
      await document.flush();
      const { deleted, failed } = await deleteFramework(service, frameworkId, gone);
      navigate('/');
      await refresh();
      const undo = () =>
        attempt(async () => {
          await undoDeletion(service, deleted);
          await refresh();
          navigate(frameworkPath(frameworkId));
        });
      showToast(toasts, {
        text:
          failed.length === 0
            ? t('outline.framework-deleted', { name })
            : t('outline.framework-deleted-except', { name, count: failed.length }),
        action: { label: t('outline.undo'), onPress: () => void undo() },
      });
    });

  return (
    <ConfirmDialog
      title={t('outline.delete-framework-title', { name })}
      isOpen={isOpen}
      onClose={onClose}
      confirm={t('outline.delete')}
      isDisabled={parts === undefined}
      onConfirm={() => void (parts !== undefined && remove(parts.gone))}
    >
      {error !== null && <p role="alert">{faultText(error)}</p>}
      {parts === undefined && error === null && <Skeleton lines={2} />}
      {parts !== undefined && (
        <>
          {parts.gone.length > 0 && <p>{t('outline.delete-framework-parts', { count: parts.gone.length })}</p>}
          {parts.shared.length > 0 && <p>{t('outline.delete-framework-shared', { count: parts.shared.length })}</p>}
        </>
      )}
      <p>{t('outline.delete-framework-history')}</p>
    </ConfirmDialog>
  );
}
