import { type FormEvent, type ReactNode, useId } from 'react';
import type { Task } from '../app/use-task.ts';
import { useWords } from '../words/use-words.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Banner } from './feedback.tsx';

type Props = {
  readonly title: string;
  readonly submit: string;
  readonly task: Task;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A dialog with fields. Shows beside them why the last attempt failed, and keeps what was typed. */
export function FormDialog({ title, submit, task, onSubmit, onClose, children }: Props) {
  const { t } = useWords();
  const id = useId();
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!task.isPending) onSubmit();
  };
  const actions = (
    <>
      <Button onPress={onClose}>{t('common.cancel')}</Button>
      <Button type="submit" form={id} variant="primary" isPending={task.isPending}>
        {submit}
      </Button>
    </>
  );
  return (
    <Dialog title={title} isOpen onClose={onClose} actions={actions}>
      <form id={id} className="stack" onSubmit={send} noValidate>
        {children}
        {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
      </form>
    </Dialog>
  );
}
