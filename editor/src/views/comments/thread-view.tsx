import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useEditor } from '../../app/editor.tsx';
import { useFaultText } from '../../app/use-fault.tsx';
import { useHolders } from '../../app/use-holders.ts';
import { useOwner } from '../../app/use-owner.ts';
import { useWriter } from '../../app/use-writer.ts';
import { saveComment } from '../../comments/stored-comments.ts';
import type { Thread } from '../../comments/threads.ts';
import { frameworkOf, type OutlineState } from '../../outline/state.ts';
import { accessOf } from '../../sharing/access.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentView } from './comment-view.tsx';
import { commentsKey } from './use-comments.ts';

/** A comment with its replies, and what the person can do with it. */
export function ThreadView({ thread, state }: { readonly thread: Thread; readonly state: OutlineState }) {
  const { t } = useWords();
  const { toasts, announce } = useEditor();
  const service = useWriter('comment');
  const ownerOf = useOwner();
  const faultText = useFaultText();
  const queries = useQueryClient();
  const card = useRef<HTMLElement>(null);
  const [isReplying, setReplying] = useState(false);
  const [isPending, setPending] = useState(false);
  const { root, replies, isResolved } = thread;
  const { frameworkId } = state;
  const mayResolve = [...accessOf(frameworkOf(state)).owners.map(({ fingerprint }) => fingerprint), ...root.owners];
  const holderOf = useHolders([...mayResolve, ...replies.flatMap(({ owners }) => owners)]);
  const canResolve = mayResolve.some((key) => holderOf(key).isMine);

  function endReply(): void {
    flushSync(() => setReplying(false));
    card.current?.querySelector<HTMLElement>('.comment-actions button')?.focus(); // the form has gone
  }

  async function resolve(resolves: boolean): Promise<void> {
    setPending(true);
    try {
      const text = t(resolves ? 'comments.resolved' : 'comments.reopened');
      await saveComment(service, { frameworkId, about: root.id, text, resolves }, await ownerOf());
      announce(text);
      focusOutside(card.current);
      await queries.invalidateQueries({ queryKey: commentsKey(frameworkId) });
    } catch (error) {
      showToast(toasts, { text: faultText(error) });
    } finally {
      setPending(false);
    }
  }

  return (
    <article className="card stack comment-thread" ref={card} aria-label={t('comments.thread')}>
      {[root, ...replies].map((comment) => (
        <CommentView
          key={comment.id}
          comment={comment}
          frameworkId={frameworkId}
          holderOf={holderOf}
          canDelete={comment !== root || replies.length === 0}
        />
      ))}
      {isReplying ? (
        <CommentForm
          frameworkId={frameworkId}
          about={root.id}
          label={t('comments.reply')}
          submit={t('comments.send')}
          onClose={endReply}
        />
      ) : (
        <div className="row comment-actions">
          <Button variant="quiet" onPress={() => setReplying(true)}>
            {t('comments.reply')}
          </Button>
          {canResolve && (
            <Button variant="quiet" icon="check" isPending={isPending} onPress={() => void resolve(!isResolved)}>
              {t(isResolved ? 'comments.reopen' : 'comments.resolve')}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

/** Moves the focus to the field for a new comment: this thread is about to disappear. */
function focusOutside(card: HTMLElement | null): void {
  card?.parentElement?.querySelector<HTMLElement>(':scope > form textarea')?.focus();
}
