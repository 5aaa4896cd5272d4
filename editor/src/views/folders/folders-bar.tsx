import { useState } from 'react';
import { Link } from 'wouter';
import { foldersBelow, pathTo } from '../../folders/folder.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useWords } from '../../words/use-words.tsx';
import { useCanChange } from '../outline/use-can-change.ts';
import { DeleteFolderDialog } from './delete-folder-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { useFolderName, useFolders } from './use-folders.ts';
import './folders.css';

type BarProps = {
  /** Short id of the folder that is open; null: none. */
  readonly folder: string | null;
  /** No framework is in the open folder. */
  readonly isEmpty: boolean;
};

/** The way to the open folder, and the folders in it; nothing at the top without folders. */
export function FoldersBar({ folder, isEmpty }: BarProps) {
  const { t } = useWords();
  const folders = useFolders();
  const nameOf = useFolderName();
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const path = pathTo(folders, folder);
  const open = path.at(-1) ?? null;
  const canChange = useCanChange(open?.object ?? {}) && open !== null;
  const below = foldersBelow(folders, folder).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  if (folder === null && below.length === 0) return null;
  return (
    <div className="stack folders">
      {folder !== null && (
        <div className="row row-between">
          <nav aria-label={t('folders.path')}>
            <ol className="folder-path">
              <li>
                <Link href="/">{t('common.to-start')}</Link>
              </li>
              {path.map((one) => (
                <li key={one.id} aria-current={one === open ? 'page' : undefined}>
                  {one === open ? <bdi>{nameOf(one)}</bdi> : <Link href={folderPath(one.id)}>{nameOf(one)}</Link>}
                </li>
              ))}
            </ol>
          </nav>
          {canChange && (
            <div className="row">
              <Button variant="quiet" icon="edit" onPress={() => setAsked('rename')}>
                {t('folders.rename')}
              </Button>
              {below.length === 0 && (
                <Button variant="quiet" icon="delete" onPress={() => setAsked('delete')}>
                  {t('folders.delete')}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
      {below.length > 0 && (
        <ul className="folder-list" aria-label={t('folders.title')}>
          {below.map((one) => (
            <li key={one.id}>
              <Link href={folderPath(one.id)} className="button">
                <Icon name="folder" />
                <bdi>{nameOf(one)}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isEmpty && below.length === 0 && <p className="quiet">{t('folders.empty')}</p>}
      {asked === 'rename' && open !== null && (
        <FolderDialog folder={open} parent={open.parent} onClose={() => setAsked(null)} />
      )}
      {open !== null && <DeleteFolderDialog folder={open} isOpen={asked === 'delete'} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Creates a folder in the one that is open. */
export function NewFolderButton({ folder }: { readonly folder: string | null }) {
  const { t, has } = useWords();
  const [isOpen, setOpen] = useState(false);
  if (!has('folders.new')) return null; // the texts of a language may be loaded after the list
  return (
    <>
      <Button variant="quiet" icon="folder" onPress={() => setOpen(true)}>
        {t('folders.new')}
      </Button>
      {isOpen && <FolderDialog folder={null} parent={folder} onClose={() => setOpen(false)} />}
    </>
  );
}

function folderPath(id: string): string {
  return `/?${new URLSearchParams({ folder: id })}`;
}
