import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useEditor } from '../../app/editor.tsx';
import { useOwner } from '../../app/use-owner.ts';
import { useTask } from '../../app/use-task.ts';
import { useWriter } from '../../app/use-writer.ts';
import { saveComment } from '../../comments/stored-comments.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';
import { commentsKey } from './use-comments.ts';

type FormProps = {
  readonly frameworkId: string;
  /** Short id of the framework, a competency, or the comment that this replies to. */
  readonly about: string;
  readonly label: string;
  readonly submit: string;
  /** The form was opened by the person, and closes afterwards. */
  readonly onClose?: () => void;
};

/** A field for a comment or a reply. What was typed stays if it cannot be sent. */
export function CommentForm({ frameworkId, about, label, submit, onClose }: FormProps) {
  const { t } = useWords();
  const { announce } = useEditor();
  const service = useWriter('comment');
  const ownerOf = useOwner();
  const queries = useQueryClient();
  const task = useTask();
  const [text, setText] = useState('');

  async function send(): Promise<void> {
    await saveComment(service, { frameworkId, about, text: text.trim() }, await ownerOf());
    await queries.invalidateQueries({ queryKey: commentsKey(frameworkId) });
    setText('');
    announce(t('comments.sent'));
    onClose?.();
  }

  return (
    <form
      className="stack"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (text.trim() !== '' && !task.isPending) void task.run(send);
      }}
    >
      <TextField label={label} value={text} onChange={setText} lines={2} autoFocus={onClose !== undefined} />
      {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
      <div className="row">
        <Button type="submit" isPending={task.isPending} isDisabled={text.trim() === ''}>
          {submit}
        </Button>
        {onClose !== undefined && (
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
