import type { PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import { createKeyRing } from '../../../shared/base/crypto/public-key.ts';
import { Problem } from '../../../shared/base/errors/problem.ts';
import { isObject, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { decryptText } from '../identity/vault.ts';
import type { SearchPage } from '../service/search.ts';
import type { Service } from '../service/service.ts';

/** Number of assertions in a page. */
const PAGE_SIZE = 500;

/** Number of the latest assertions that are searched for learners: each subject has to be decrypted. */
export const MAX_ASSERTIONS = 10_000;

/** Number of pages with {@link MAX_ASSERTIONS}. */
export const MAX_PAGES = MAX_ASSERTIONS / PAGE_SIZE;

/** The learners in one page of assertions. */
export type AssertedPage = {
  /** Their public keys, as PEM, by fingerprint. */
  readonly learners: ReadonlyMap<string, string>;
  /** Reads the page of assertions after it; null after the last one. */
  readonly next: SearchPage['next'];
};

/**
 * The learners in the latest assertions that the person may read and decrypt.
 *
 * @param page reads a page after the first; null: the first one
 * @throws ServiceError
 */
export async function assertedLearners(
  service: Pick<Service, 'search'>,
  keys: readonly PrivateKey[],
  page: SearchPage['next'],
  signal?: AbortSignal,
): Promise<AssertedPage> {
  const learners = new Map<string, string>();
  if (keys.length === 0) return { learners, next: null };
  const readKey = createKeyRing();
  const sort = [{ '@version': { order: 'desc' } }];
  const { objects, next } = await (page === null
    ? service.search({ q: '*', indexHint: '*assertion', size: PAGE_SIZE, sort }, signal)
    : page(signal));
  const subjects = await Promise.all(objects.map((object) => subjectOf(object)));
  for (const pem of subjects) {
    if (pem === null) continue;
    try {
      const key = readKey(pem);
      learners.set(key.fingerprint, key.pem);
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // not a key: anybody may write anything
    }
  }
  return { learners, next };

  async function subjectOf(assertion: JsonObject): Promise<string | null> {
    const subject = member(assertion, 'subject');
    if (typeof subject === 'string') return subject;
    if (!isObject(subject)) return null;
    try {
      return await decryptText(subject, keys, readKey);
    } catch (error) {
      if (error instanceof Problem) return null; // not an encrypted value
      throw error;
    }
  }
}
