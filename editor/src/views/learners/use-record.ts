import { useQueryClient } from '@tanstack/react-query';
import { parsePublicKey } from '../../../../shared/crypto/public-key.ts';
import type { JsonObject } from '../../../../shared/linked-data/json.ts';
import { useEditor } from '../../app/editor.tsx';
import { useOwner } from '../../app/use-owner.ts';
import { type Claim, writeAssertion } from '../../learners/write-assertion.ts';
import { idMaker } from '../../outline/new-object.ts';
import { createBadges } from '../../service/badges.ts';
import type { BatchFailure } from '../../service/batches.ts';

/** What is to be recorded: a claim about the learner with this public key as PEM. */
export type Entry = { readonly subject: string; readonly claim: Claim };

/** Assertions that are encrypted at a time, so that progress is seen. */
const AT_A_TIME = 25;

/**
 * Records claims in the name of the person.
 *
 * @returns records them, and gives those that were refused; throws ServiceError when the service cannot be reached
 */
export function useRecord() {
  const { service } = useEditor();
  const owner = useOwner();
  const queries = useQueryClient();
  return async (
    entries: readonly Entry[],
    { withBadge = false, progress }: { readonly withBadge?: boolean; readonly progress?: (done: number) => void } = {},
  ): Promise<readonly BatchFailure[]> => {
    const agent = parsePublicKey(await owner());
    const keys = await Promise.all([service.profileKey(), ...(withBadge ? [createBadges(service).badgeKey()] : [])]);
    const readers = keys.map((pem) => parsePublicKey(pem));
    const newId = idMaker(service.base);
    const failures: BatchFailure[] = [];
    for (let done = 0; done < entries.length; done += AT_A_TIME) {
      const page: readonly Promise<JsonObject>[] = entries
        .slice(done, done + AT_A_TIME)
        .map(({ subject, claim }) =>
          writeAssertion(newId('Assertion'), claim, { agent, subject: parsePublicKey(subject), readers }),
        );
      failures.push(...(await service.putMany(await Promise.all(page))));
      progress?.(Math.min(1, (done + AT_A_TIME) / entries.length));
    }
    await queries.invalidateQueries({ queryKey: ['profile'] });
    await queries.invalidateQueries({ queryKey: ['asserted-learners'] });
    return failures;
  };
}
