import type { PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import type { ReadKey } from '../../../shared/base/crypto/public-key.ts';
import { Problem } from '../../../shared/base/errors/problem.ts';
import { isObject, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { decryptText } from '../identity/vault.ts';

/** Whether an assertion is what the learner says of themselves, or what another person says. */
export type Origin = 'claim' | 'confirmation';

/** Fingerprints of the keys of an assertion. */
export type Makers = {
  /** The agent that the assertion names; null: it is hidden, or not a key. */
  readonly agent: string | null;
  readonly owners: readonly string[];
};

/**
 * Tells a claim from a confirmation: what only the learner's own key may change is a claim, whatever agent it names. A hidden agent is
 * taken to be the owner.
 *
 * @param subject fingerprint of the learner's key
 * @returns null if it is not known who made the assertion
 */
export function originOf({ agent, owners }: Makers, subject: string): Origin | null {
  if (owners.length > 0 && owners.every((owner) => owner === subject)) return 'claim';
  const maker = agent ?? (owners.length === 1 ? owners[0] : undefined);
  if (maker === undefined) return null;
  return maker === subject ? 'claim' : 'confirmation';
}

/** The fingerprint of the agent of an assertion; null if none of the keys decrypts it, or if it is not a key. */
export async function agentOf(
  assertion: JsonObject,
  keys: readonly PrivateKey[],
  readKey: ReadKey,
): Promise<string | null> {
  const agent = member(assertion, 'agent');
  try {
    const pem = isObject(agent) ? await decryptText(agent, keys, readKey) : agent;
    return typeof pem === 'string' ? readKey(pem).fingerprint : null;
  } catch (error) {
    if (error instanceof Problem) return null; // neither a key nor an encrypted value: anyone may write anything
    throw error;
  }
}
