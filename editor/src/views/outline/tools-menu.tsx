import { useState } from 'react';
import { FRAMEWORK_VIEWS } from '../../app/framework-views.ts';
import { frameworkPath } from '../../app/paths.ts';
import { useUndoToast } from '../../app/use-undo-toast.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { IconButton } from '../../ui/button.tsx';
import { MenuButton, type MenuEntry } from '../../ui/menu.tsx';
import { useWords } from '../../words/use-words.tsx';
import { MoveToFolderDialog } from '../folders/move-to-folder-dialog.tsx';
import { DeleteFrameworkDialog } from './delete-framework-dialog.tsx';
import { useCopyFramework } from './use-copy-framework.ts';
import type { Outline } from './use-outline.ts';

type ToolsProps = {
  readonly document: FrameworkDocument;
  readonly outline: Outline;
  readonly canChange: boolean;
  readonly onPaste: () => void;
  readonly onNewEdition: () => void;
};

/** The other views of a framework, and the commands for all of it that are needed seldom. */
export function ToolsMenu({ document, outline, canChange, onPaste, onNewEdition }: ToolsProps) {
  const { t } = useWords();
  const { copy } = useCopyFramework(document);
  const sayUndoable = useUndoToast(document);
  const [isFiling, setFiling] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  function numberAll(): void {
    const done = outline.run({ kind: 'number', prefix: '' });
    if (done !== null && done.changes.length > 0) sayUndoable(t('outline.numbered'), done);
  }
  const views: readonly MenuEntry[] = FRAMEWORK_VIEWS.map(({ id, icon }) => ({
    id,
    icon,
    label: t(`views.${id}`),
    href: frameworkPath(document.frameworkId, id),
  }));
  const changes: readonly MenuEntry[] = [
    { id: 'paste', label: t('outline.paste'), icon: 'copy', startsGroup: true },
    { id: 'number', label: t('outline.number') },
  ];
  const entries: readonly MenuEntry[] = [
    ...views,
    { id: 'expand', label: t('outline.expand-all'), startsGroup: views.length > 0 },
    { id: 'collapse', label: t('outline.collapse-all') },
    ...(canChange ? changes : []),
    { id: 'duplicate', label: t('outline.duplicate'), startsGroup: true },
    { id: 'edition', label: t('edition.new') },
    ...(canChange
      ? [
          { id: 'folder', label: t('folders.move-to') },
          { id: 'delete', label: t('outline.delete-framework'), icon: 'delete' as const, isDangerous: true },
        ]
      : []),
  ];
  return (
    <>
      <MenuButton
        trigger={<IconButton icon="menu" label={t('outline.tools')} variant="plain" />}
        label={t('outline.tools')}
        entries={entries}
        onAction={(id) => {
          if (id === 'expand' || id === 'collapse') outline.expandAll(id === 'expand');
          else if (id === 'number') numberAll();
          else if (id === 'paste') onPaste();
          else if (id === 'duplicate') void copy();
          else if (id === 'edition') onNewEdition();
          else if (id === 'folder') setFiling(true);
          else if (id === 'delete') setDeleting(true);
        }}
      />
      {isFiling && <MoveToFolderDialog document={document} onClose={() => setFiling(false)} />}
      <DeleteFrameworkDialog document={document} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}
