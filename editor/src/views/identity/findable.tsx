import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTask } from '../../app/use-task.ts';
import { useWriter } from '../../app/use-writer.ts';
import type { Identity } from '../../identity/identity.ts';
import { personId, publishedPerson } from '../../identity/people.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Switch } from '../../ui/fields.tsx';
import { useWords } from '../../words/use-words.tsx';

/** Publishes the name of an identity with its public key, or withdraws it. */
export function Findable({ identity }: { readonly identity: Identity }) {
  const { t } = useWords();
  const service = useWriter('person');
  const queries = useQueryClient();
  const { isPending, failure, run } = useTask();
  const id = personId(service.base, identity.id);
  const queryKey = ['person', id];
  const { data: isPublished = false } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await service.getMany([id], signal)).length > 0,
  });

  async function publish(isWanted: boolean): Promise<void> {
    await run(async () => {
      if (isWanted) await service.save(id, publishedPerson(service.base, identity), 'any');
      else await service.remove(id, 'any');
      await queries.invalidateQueries({ queryKey });
    });
  }

  return (
    <div className="stack">
      <Switch isSelected={isPublished} isDisabled={isPending} onChange={(isWanted) => void publish(isWanted)}>
        {t('identity.findable')}
      </Switch>
      <p className="quiet small">{t('identity.findable-text')}</p>
      {failure !== null && <Banner kind="danger">{failure}</Banner>}
    </div>
  );
}
