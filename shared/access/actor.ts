import { fingerprint } from '../crypto/public-key.ts';
import type { LogFields } from '../telemetry/logger.ts';
import type { Caller } from './caller.ts';

/** Further keys of a caller are only counted. */
const MAX_KEYS = 5;

/** For the log: the fingerprints of the keys that a caller proved. Nothing for anonymous callers. */
export function actorOf(caller: Caller | null): LogFields {
  if (caller === null || caller.proofs.length === 0) return {};
  const keys = caller.proofs.slice(0, MAX_KEYS).map(({ key }) => fingerprint(key));
  const more = caller.proofs.length - keys.length;
  return { keys: keys.join(' '), ...(more > 0 && { moreKeys: more }) };
}
