import type { RootKind } from '../../app/paths.ts';
import type { Access } from '../../sharing/access.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useWords } from '../../words/use-words.tsx';

type Props = {
  readonly before: Access;
  readonly after: Access;
  readonly kind: RootKind;
  /** The number of competencies, or of terms. */
  readonly members: number;
  readonly hasComments: boolean;
  /** Whether a key is the person's own. @param id its fingerprint */
  readonly isMine: (id: string) => boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
};

/** Explains a change of access, and asks for confirmation. */
export function ConfirmAccess({ kind, before, after, members, hasComments, isMine, onClose, onConfirm }: Props) {
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
        <p>{t(kind === 'scheme' ? 'sharing.confirm-terms' : 'sharing.confirm-parts', { count: members })}</p>
        <p>{t(after.isPrivate ? 'sharing.private-means' : 'sharing.public-means')}</p>
        {before.isPrivate && !after.isPrivate && <p>{t('sharing.confirm-publish')}</p>}
        {!before.isPrivate && after.isPrivate && <p>{t('sharing.confirm-hide')}</p>}
        {hasComments && <p>{t('sharing.confirm-comments')}</p>}
        {isLeaving && after.owners.length > 0 && <p>{t('sharing.confirm-leave')}</p>}
        {after.owners.length === 0 && <p>{t('sharing.confirm-anyone')}</p>}
      </div>
    </ConfirmDialog>
  );
}
