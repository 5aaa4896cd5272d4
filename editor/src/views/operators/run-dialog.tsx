import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEditor } from '../../app/editor.tsx';
import { useFaultMessage } from '../../app/use-fault.tsx';
import { useTask } from '../../app/use-task.ts';
import type { OperationName } from '../../service/operations.ts';
import { Banner, ProgressBar } from '../../ui/feedback.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.tsx';

/** Shows what an operation would do, by a dry run, before the person runs it. */
export function RunDialog({ name, onClose }: { readonly name: OperationName; readonly onClose: () => void }) {
  const { t, number } = useWords();
  const { service, toasts } = useEditor();
  const faultMessage = useFaultMessage();
  const queries = useQueryClient();
  const task = useTask();
  const dryRun = useQuery({
    queryKey: ['dry-run', name],
    queryFn: () => service.runOperation(name, true),
    staleTime: 'static', // a second dry run would replace the record of the run
    gcTime: 0,
    retry: false,
  });

  async function run(): Promise<void> {
    if (dryRun.data === undefined) return;
    const done = await task.run(async () => {
      const { removed } = await service.runOperation(name, false);
      await queries.invalidateQueries();
      showToast(toasts, { text: t('operators.ran', { count: removed }) });
    });
    if (done) onClose();
  }

  return (
    <FormDialog
      title={t(`operators.${name}`)}
      submit={t('operators.run')}
      task={task}
      onClose={onClose}
      onSubmit={() => void run()}
    >
      <p>{t(`operators.${name}-text`)}</p>
      {dryRun.isPending && <ProgressBar label={t('operators.counting')} />}
      {dryRun.error !== null && <Banner kind="danger">{faultMessage(dryRun.error)}</Banner>}
      {dryRun.data !== undefined && (
        <>
          <p>{t('operators.would', { count: dryRun.data.removed, scanned: number(dryRun.data.scanned) })}</p>
          {dryRun.data.objects !== undefined && dryRun.data.objects.length > 0 && (
            <ul className="small">
              {dryRun.data.objects.slice(0, 20).map((id) => (
                <li key={id}>{id}</li>
              ))}
            </ul>
          )}
        </>
      )}
      {task.isPending && <ProgressBar label={t('operators.running')} />}
    </FormDialog>
  );
}
