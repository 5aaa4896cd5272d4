import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { rootPath, schemePath } from '../../app/paths.ts';
import { saveFile } from '../../app/save-file.ts';
import { useFaultText } from '../../app/use-fault.tsx';
import { useVault } from '../../app/use-vault.ts';
import { useWriter } from '../../app/use-writer.ts';
import { deleteFramework, undoDeletion } from '../../outline/delete-framework.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { isConcept } from '../../schemes/concept-links.ts';
import { loadScheme } from '../../schemes/load-scheme.ts';
import { nameIn } from '../../schemes/name-in.ts';
import { Button, IconButton, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { AccessMark } from '../outline/access-mark.tsx';
import { SaveStatus } from '../outline/save-status.tsx';
import { useSnapshot } from '../outline/use-document.ts';

type Props = { readonly document: FrameworkDocument; readonly canChange: boolean; readonly onPaste: () => void };

/** The name of a vocabulary, and what can be done with all of it. */
export function SchemeHeader({ document, canChange, onPaste }: Props) {
  const { t, language } = useWords();
  const { service, toasts } = useEditor();
  const faultText = useFaultText();
  const vault = useVault();
  const { state, canUndo, canRedo } = useSnapshot(document);
  const [isDeleting, setDeleting] = useState(false);
  const scheme = frameworkOf(state);
  const name = nameIn(scheme, language) ?? t('outline.unnamed');
  const download = async (): Promise<void> => {
    try {
      await document.flush();
      const loaded = await loadScheme(service, state.frameworkId, vault);
      const { exportFile } = await import('../export/export-file.ts'); // with the converters, for private ones
      const file = await exportFile(service, 'ctdl-asn', loaded, { name, language });
      saveFile(file.name, file.content);
    } catch (error) {
      showToast(toasts, { text: faultText(error) });
    }
  };
  return (
    <header className="outline-header">
      <div className="outline-title">
        <h1 className="outline-framework">
          <bdi>{name}</bdi>
        </h1>
        <AccessMark id={state.frameworkId} kind="scheme" />
        <SaveStatus document={document} />
      </div>
      <div className="row">
        {canChange && (
          <>
            <IconButton icon="undo" label={t('outline.undo')} isDisabled={!canUndo} onPress={() => document.undo()} />
            <IconButton icon="redo" label={t('outline.redo')} isDisabled={!canRedo} onPress={() => document.redo()} />
            <Button onPress={onPaste}>{t('outline.paste')}</Button>
          </>
        )}
        <Button icon="download" onPress={() => void download()}>
          {t('schemes.download')}
        </Button>
        <LinkButton icon="history" href={rootPath('scheme', state.frameworkId, 'history')}>
          {t('views.history')}
        </LinkButton>
        <LinkButton icon="share" href={rootPath('scheme', state.frameworkId, 'sharing')}>
          {t('views.sharing')}
        </LinkButton>
        {canChange && (
          <Button icon="delete" onPress={() => setDeleting(true)}>
            {t('schemes.delete')}
          </Button>
        )}
        <LinkButton href="/schemes" variant="quiet">
          {t('schemes.all')}
        </LinkButton>
      </div>
      <DeleteScheme document={document} name={name} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </header>
  );
}

type DeleteProps = {
  readonly document: FrameworkDocument;
  readonly name: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Asks before a vocabulary is deleted with its concepts. A message undoes the deletion. */
function DeleteScheme({ document, name, isOpen, onClose }: DeleteProps) {
  const { t } = useWords();
  const { toasts } = useEditor();
  const service = useWriter('scheme');
  const faultText = useFaultText();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { objects, frameworkId } = document.getSnapshot().state;
  const concepts = [...objects].filter(([, object]) => isConcept(object)).map(([id]) => id);
  const attempt = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      showToast(toasts, { text: faultText(error) });
    }
  };
  const remove = (): Promise<void> =>
    attempt(async () => {
      await document.flush();
      const { deleted } = await deleteFramework(service, frameworkId, concepts);
      await queries.invalidateQueries({ queryKey: ['schemes'] });
      navigate('/schemes');
      const undo = (): Promise<void> =>
        attempt(async () => {
          await undoDeletion(service, deleted);
          navigate(schemePath(frameworkId));
        });
      showToast(toasts, {
        text: t('outline.framework-deleted', { name }),
        action: { label: t('outline.undo'), onPress: () => void undo() },
      });
    });
  return (
    <ConfirmDialog
      title={t('outline.delete-framework-title', { name })}
      isOpen={isOpen}
      onClose={onClose}
      confirm={t('outline.delete')}
      onConfirm={() => void remove()}
    >
      <p>{t('schemes.delete-parts', { count: concepts.length })}</p>
      <p>{t('outline.delete-framework-history')}</p>
    </ConfirmDialog>
  );
}
