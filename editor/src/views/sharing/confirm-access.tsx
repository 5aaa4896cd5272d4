import type { Access } from '../../sharing/access.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/use-words.tsx';

type Props = {
  readonly before: Access;
  readonly after: Access;
  /** The number of objects that change. */
  readonly parts: number;
  /** Whether a key is the person's own. @param id its fingerprint */
  readonly isMine: (id: string) => boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
};

/** Explains a change of access, and asks for confirmation. */
export function ConfirmAccess({ before, after, parts, isMine, onClose, onConfirm }: Props) {
  const { t } = useWords();
  const owns = ({ owners }: Access): boolean => owners.some(({ fingerprint }) => isMine(fingerprint));
  const isLeaving = owns(before) && !owns(after);
  return (
    <ConfirmDialog
      title={t('sharing.confirm-title')}
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      confirm={t('sharing.confirm')}
      variant={isLeaving || (before.isPrivate && !after.isPrivate) ? 'danger' : 'primary'}
    >
      <div className="stack">
        <p>{t('sharing.confirm-parts', { count: parts })}</p>
        <p>{t(after.isPrivate ? 'sharing.private-means' : 'sharing.public-means')}</p>
        {before.isPrivate && !after.isPrivate && <p>{t('sharing.confirm-publish')}</p>}
        {!before.isPrivate && after.isPrivate && <p>{t('sharing.confirm-hide')}</p>}
        {isLeaving && after.owners.length > 0 && <p>{t('sharing.confirm-leave')}</p>}
        {after.owners.length === 0 && <p>{t('sharing.confirm-anyone')}</p>}
      </div>
    </ConfirmDialog>
  );
}
