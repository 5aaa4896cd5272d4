import { useEffect, useState } from 'react';
import { useIdentities } from '../../app/editor.tsx';
import { useFaultMessage } from '../../app/use-fault.tsx';
import type { FrameworkDocument } from '../../outline/document.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';
import { ConflictsDialog } from './conflicts-dialog.tsx';
import { useSnapshot } from './use-document.ts';

/** The save state of the document, and what the person can do if it is not saved. */
export function SaveStatus({ document }: { readonly document: FrameworkDocument }) {
  const { t } = useWords();
  const { save, isKept } = useSnapshot(document);
  const { durable } = useIdentities();
  const isLostOnClose = save.status !== 'saved' && !(isKept && durable);
  useQuestionBeforeClosing(isLostOnClose);
  const [isOpen, setOpen] = useState(false);
  if (isOpen && save.conflicts.length === 0 && save.refusals.length === 0) setOpen(false); // everything is decided
  const count = {
    offline: save.pending,
    busy: save.pending,
    conflict: save.conflicts.length,
    refused: save.refusals.length,
  };
  const text =
    save.status === 'saved' || save.status === 'saving'
      ? t(`save.${save.status}`)
      : t(`save.${save.status}`, { count: count[save.status] });
  return (
    <span className={`save-status save-${save.status}`}>
      <span role="status" className="small">
        {text} {isLostOnClose && save.status !== 'saving' && t('save.not-kept')}
      </span>
      {(save.status === 'conflict' || save.status === 'refused') && (
        <Button onPress={() => setOpen(true)}>{t('save.decide')}</Button>
      )}
      {save.failure !== null && <Button onPress={() => void document.retry()}>{t('common.retry')}</Button>}
      {isOpen && save.conflicts.length > 0 && <ConflictsDialog document={document} onClose={() => setOpen(false)} />}
      {isOpen && save.conflicts.length === 0 && save.refusals.length > 0 && (
        <RefusalsDialog document={document} onClose={() => setOpen(false)} />
      )}
    </span>
  );
}

/** Has the browser ask whether the page may be closed. */
function useQuestionBeforeClosing(asks: boolean): void {
  useEffect(() => {
    if (!asks) return;
    const onBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [asks]);
}

/** The changes that the service refused, with its reasons. None is lost: they stay in the browser. */
function RefusalsDialog({ document, onClose }: { readonly document: FrameworkDocument; readonly onClose: () => void }) {
  const { t, language } = useWords();
  const faultMessage = useFaultMessage();
  const { save, state } = useSnapshot(document);
  const again = (): void => {
    onClose();
    void document.retry();
  };
  return (
    <Dialog
      title={t('save.refused', { count: save.refusals.length })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common.close')}</Button>
          <Button variant="primary" onPress={again}>
            {t('common.retry')}
          </Button>
        </>
      }
    >
      <ul className="list">
        {save.refusals.map(({ id, error }) => {
          const object = state.objects.get(id);
          return (
            <li key={id}>
              <strong>{(object && textIn(object, 'name', language)) ?? t('outline.unnamed')}</strong>
              <p>{faultMessage(error)}</p>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
