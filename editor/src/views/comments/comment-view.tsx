import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useFaultText } from '../../app/use-fault.tsx';
import type { Holder } from '../../app/use-holders.ts';
import { useTask } from '../../app/use-task.ts';
import { useVault } from '../../app/use-vault.ts';
import { useWriter } from '../../app/use-writer.ts';
import type { Comment } from '../../comments/comment.ts';
import { editComment } from '../../comments/stored-comments.ts';
import { IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { commentsKey } from './use-comments.ts';

type CommentProps = {
  readonly comment: Comment;
  readonly frameworkId: string;
  readonly holderOf: (key: string) => Holder;
  /** Nothing depends on it. */
  readonly canDelete: boolean;
};

/** One comment: who wrote it when, and a menu for its owner. */
export function CommentView({ comment, frameworkId, holderOf, canDelete }: CommentProps) {
  const { t, dateTime } = useWords();
  const { toasts, announce } = useEditor();
  const service = useWriter('comment');
  const queries = useQueryClient();
  const faultText = useFaultText();
  const box = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const [writer] = comment.owners;
  const name = writer === undefined ? t('details.somebody') : holderOf(writer).name;
  const isMine = comment.owners.some((key) => holderOf(key).isMine);
  const when = `${dateTime(comment.time)}${comment.isEdited ? ` · ${t('comments.edited')}` : ''}`;

  async function remove(): Promise<void> {
    const panel = box.current?.closest('article')?.parentElement;
    try {
      await service.remove(comment.id, 'any');
      await queries.invalidateQueries({ queryKey: commentsKey(frameworkId) });
      announce(t('comments.deleted'));
      panel?.querySelector<HTMLElement>(':scope > form textarea')?.focus();
    } catch (error) {
      showToast(toasts, { text: faultText(error) });
    }
  }

  return (
    <div className="comment" ref={box}>
      <div className="row row-between">
        <span>
          <strong>
            <bdi>{name}</bdi>
          </strong>{' '}
          <span className="quiet small">{when}</span>
        </span>
        {isMine && (
          <MenuButton
            trigger={<IconButton icon="more" label={t('comments.more', { when })} />}
            label={t('comments.more', { when })}
            entries={[
              { id: 'edit', label: t('comments.edit'), icon: 'edit' },
              ...(canDelete
                ? [{ id: 'delete', label: t('common.delete'), icon: 'delete' as const, isDangerous: true }]
                : []),
            ]}
            onAction={(id) => setAsked(id === 'edit' ? 'edit' : 'delete')}
          />
        )}
      </div>
      <p className={comment.resolves === null ? 'comment-text' : 'comment-text quiet'} dir="auto">
        {comment.text}
      </p>
      {asked === 'edit' && <EditDialog comment={comment} frameworkId={frameworkId} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        title={t('comments.delete-title')}
        isOpen={asked === 'delete'}
        onClose={() => setAsked(null)}
        onConfirm={() => void remove()}
        confirm={t('common.delete')}
      >
        <p>{t('comments.delete-help')}</p>
      </ConfirmDialog>
    </div>
  );
}

type EditProps = Pick<CommentProps, 'comment' | 'frameworkId'> & { readonly onClose: () => void };

function EditDialog({ comment, frameworkId, onClose }: EditProps) {
  const { t } = useWords();
  const service = useWriter('comment');
  const vault = useVault();
  const queries = useQueryClient();
  const task = useTask();
  const [text, setText] = useState(comment.text);
  async function save(): Promise<void> {
    await editComment(service, vault, comment, text.trim());
    await queries.invalidateQueries({ queryKey: commentsKey(frameworkId) });
    onClose();
  }
  return (
    <FormDialog
      title={t('comments.edit')}
      submit={t('common.save')}
      task={task}
      onClose={onClose}
      onSubmit={() => void (text.trim() !== '' && task.run(save))}
    >
      <TextField label={t('comments.text')} value={text} onChange={setText} lines={4} autoFocus />
    </FormDialog>
  );
}
