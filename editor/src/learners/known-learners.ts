import type { PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import { createKeyRing } from '../../../shared/base/crypto/public-key.ts';
import { Problem } from '../../../shared/base/errors/problem.ts';
import { isObject, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { decryptText } from '../identity/vault.ts';
import type { Service } from '../service/service.ts';

/** Number of the latest assertions that are searched for learners. */
const ASSERTIONS = 300;

/**
 * The public keys, as PEM, of the learners in the latest assertions that the person may read and decrypt, by fingerprint.
 *
 * @throws ServiceError
 */
export async function assertedLearners(
  service: Pick<Service, 'search'>,
  keys: readonly PrivateKey[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const learners = new Map<string, string>();
  if (keys.length === 0) return learners;
  const readKey = createKeyRing();
  const sort = [{ '@version': { order: 'desc' } }];
  const { objects } = await service.search({ q: '*', indexHint: '*assertion', size: ASSERTIONS, sort }, signal);
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
  return learners;

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
