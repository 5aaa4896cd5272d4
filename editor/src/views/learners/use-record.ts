import { useQueryClient } from '@tanstack/react-query';
import { chunks } from '../../../../shared/base/concurrency/chunks.ts';
import { parsePublicKey } from '../../../../shared/base/crypto/public-key.ts';
import { shortIdOf } from '../../../../shared/repository/linked-data/references.ts';
import { useOwner } from '../../app/use-owner.ts';
import { useWriter } from '../../app/use-writer.ts';
import { type Claim, writeAssertion } from '../../learners/write-assertion.ts';
import { createBadges } from '../../service/badges.ts';
import { ServiceError } from '../../service/service-error.ts';

/** An assertion to save. */
export type Entry = {
  /** Its id: the same when it is sent again, so that it is not saved twice after a lost connection. */
  readonly id: string;
  /** Public key as PEM. */
  readonly subject: string;
  readonly claim: Claim;
};

/** An entry that was not saved, and why. */
type Refused = { readonly entry: Entry; readonly error: ServiceError };

/** Number of assertions that are encrypted at a time, so that progress is visible. */
const AT_A_TIME = 25;

/**
 * Records claims in the name of the person.
 *
 * @returns a function that records claims and returns the refused ones, so that only these are sent again; it throws ServiceError when
 *   the service cannot be reached
 */
export function useRecord() {
  const service = useWriter('assertion');
  const owner = useOwner();
  const queries = useQueryClient();
  return async (
    entries: readonly Entry[],
    { withBadge = false, progress }: { readonly withBadge?: boolean; readonly progress?: (done: number) => void } = {},
  ): Promise<readonly Refused[]> => {
    const agent = parsePublicKey(await owner());
    const keys = await Promise.all([
      service.profileKey(),
      ...(withBadge ? [service.part(createBadges).badgeKey()] : []),
    ]);
    const readers = keys.map((pem) => parsePublicKey(pem));
    const refused: Refused[] = [];
    let done = 0;
    for (const page of chunks(entries, AT_A_TIME)) {
      const assertions = await Promise.all(
        page.map(({ id, subject, claim }) =>
          writeAssertion(id, claim, { agent, subject: parsePublicKey(subject), readers }),
        ),
      );
      const failures = new Map(
        (await service.putMany(assertions)).map((one) => [shortIdOf(one['@id'] ?? '', []), one]),
      );
      for (const entry of page) {
        const failure = failures.get(entry.id);
        if (failure !== undefined) refused.push({ entry, error: new ServiceError(failure.status, { ...failure }) });
      }
      done += page.length;
      progress?.(done / entries.length);
    }
    await queries.invalidateQueries({ queryKey: ['profile'] });
    await queries.invalidateQueries({ queryKey: ['asserted-learners'], refetchType: 'none' }); // when they are shown next
    return refused;
  };
}
