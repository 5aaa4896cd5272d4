import { useEditor } from '../../app/editor.tsx';
import { useTask } from '../../app/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Makes the first key of a person who has none. @param reason why one is needed */
export function MakeKey({ reason }: { readonly reason: string }) {
  const { t } = useWords();
  const { identities } = useEditor();
  const task = useTask();
  const make = (): Promise<boolean> => task.run(async () => void (await identities.create(t('identity.first-name'))));
  return (
    <>
      <p className="quiet small">{reason}</p>
      {task.failure !== null && <Banner kind="danger">{task.failure}</Banner>}
      <div className="row">
        <Button variant="primary" isPending={task.isPending} onPress={() => void make()}>
          {t('import.make-key')}
        </Button>
      </div>
    </>
  );
}
