import { chunks } from '../../../shared/base/concurrency/chunks.ts';
import { mapLimit } from '../../../shared/base/concurrency/map-limit.ts';
import type { PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import type { WritingService } from '../service/writer.ts';
import { type ReaderChange, withReaders } from './assertion-readers.ts';

/** Number of assertions that are read, encrypted and saved together. */
const AT_A_TIME = 50;

/** Maximum number of attempts to save an assertion that others keep changing. */
const MAX_ATTEMPTS = 4;

const CONFLICT = 412;

/**
 * Changes the readers of assertions. Each is saved only in the state that was read. Those that no longer exist are passed over.
 *
 * @param ids short ids
 * @returns the ids of those that were refused, or that the person cannot decrypt
 * @throws ServiceError when the service cannot be reached
 */
export async function applyReaders(
  service: Pick<WritingService, 'readMany' | 'saveMany'>,
  ids: readonly string[],
  change: ReaderChange,
  keys: readonly PrivateKey[],
): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const page of chunks(ids, AT_A_TIME)) {
    let left: readonly string[] = page;
    for (let attempt = 0; left.length > 0 && attempt < MAX_ATTEMPTS; attempt++) {
      const read = await service.readMany(left);
      const sealed = await mapLimit(read, AT_A_TIME, async ({ object, etag }) => {
        const next = etag === null ? null : await withReaders(object, change, keys);
        if (next !== null && etag !== null) return [{ object: next, etag }];
        refused.push(shortIdOf(String(object['@id']), []));
        return [];
      });
      const failures = await service.saveMany(sealed.flat());
      const idOf = (failure: { readonly '@id': string | null }): string => shortIdOf(failure['@id'] ?? '', []);
      refused.push(...failures.filter(({ status }) => status !== CONFLICT).map(idOf));
      left = failures.filter(({ status }) => status === CONFLICT).map(idOf);
    }
    refused.push(...left);
  }
  return refused;
}
