import { useQueryClient } from '@tanstack/react-query';
import { useIdentities } from '../../app/editor.tsx';
import { type Task, useTask } from '../../app/use-task.ts';
import { useWriter } from '../../app/use-writer.ts';
import { personId } from '../../identity/people.ts';
import { withGoal } from '../../learners/goals.ts';
import { ServiceError } from '../../service/service-error.ts';
import type { Learner } from './use-learners.ts';

/** Changes the goals of a learner. */
export type Goals = Task & { readonly set: (competency: string, isGoal: boolean) => Promise<boolean> };

/** Goals are in the Person object of the learner, which only the learner's key may change. */
export function useGoals({ id, name, publicPem }: Learner): Goals {
  const service = useWriter('person');
  const { current } = useIdentities();
  const queries = useQueryClient();
  const task = useTask();

  /** The stored Person, or a new one that only the learner and the person may read. */
  async function read() {
    try {
      return await service.read(personId(service.base, id));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'not-found') throw error;
      const readers = current === null || current.id === id ? [publicPem] : [publicPem, current.publicPem];
      return {
        etag: null,
        object: {
          '@context': 'https://schema.org/',
          '@type': 'Person',
          '@id': personId(service.base, id),
          name,
          '@owner': [publicPem],
          '@reader': readers,
        },
      };
    }
  }

  return {
    ...task,
    set: (competency: string, isGoal: boolean) =>
      task.run(async () => {
        const { object, etag } = await read();
        const changed = withGoal(object, competency, isGoal);
        await service.save(personId(service.base, id), changed, etag === null ? 'new' : { etag });
        await queries.invalidateQueries({ queryKey: ['profile'] });
      }),
  };
}
