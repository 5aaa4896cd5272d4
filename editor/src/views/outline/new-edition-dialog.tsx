import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useEditor } from '../../app/editor.tsx';
import { frameworkPath } from '../../app/paths.ts';
import { useOwner } from '../../app/use-owner.ts';
import { useTask } from '../../app/use-task.ts';
import { useWriter } from '../../app/use-writer.ts';
import { fieldsOfNewEdition, fieldsOfNextEdition } from '../../editions/edition-links.ts';
import { copyFramework } from '../../outline/create-framework.ts';
import type { FrameworkDocument } from '../../outline/document.ts';
import { frameworkOf } from '../../outline/state.ts';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { textIn } from '../../words/text-of.ts';
import { useWords } from '../../words/use-words.tsx';

type DialogProps = {
  readonly document: FrameworkDocument;
  readonly canChange: boolean;
  readonly onClose: () => void;
};

/** Makes the next edition of a framework, a draft of the person's own, and opens it. */
export function NewEditionDialog({ document, canChange, onClose }: DialogProps) {
  const { t, language } = useWords();
  const { toasts } = useEditor();
  const service = useWriter('framework');
  const ownerOf = useOwner();
  const queries = useQueryClient();
  const task = useTask();
  const [, navigate] = useLocation();
  const { state } = document.getSnapshot();
  const original = textIn(frameworkOf(state), 'name', language) ?? t('outline.unnamed');
  const [name, setName] = useState(t('edition.name-of', { name: original }));
  const [isMissing, setMissing] = useState(false);

  async function create(): Promise<void> {
    const { state: current } = document.getSnapshot();
    const { frameworkId } = document;
    const fields = fieldsOfNewEdition(frameworkOf(current), frameworkId);
    const id = await copyFramework(service, current, { name: name.trim(), language, owner: await ownerOf(), fields });
    if (canChange) document.run({ kind: 'edit', id: frameworkId, fields: fieldsOfNextEdition(id) });
    await document.flush();
    await queries.invalidateQueries({ queryKey: ['frameworks'] });
    onClose();
    navigate(frameworkPath(id));
    showToast(toasts, { text: t('edition.created', { name: name.trim() }) });
  }

  return (
    <FormDialog
      title={t('edition.title', { name: original })}
      submit={t('edition.create')}
      task={task}
      onClose={onClose}
      onSubmit={() => {
        setMissing(name.trim() === '');
        if (name.trim() !== '') void task.run(create);
      }}
    >
      <p>{t(canChange ? 'edition.help' : 'edition.help-foreign')}</p>
      <TextField
        label={t('edition.name')}
        value={name}
        onChange={setName}
        error={isMissing ? t('new.name-missing') : undefined}
        autoFocus
      />
    </FormDialog>
  );
}
