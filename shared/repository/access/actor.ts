import type { LogFields } from '../../base/telemetry/logger.ts';
import type { Caller } from './caller.ts';

/** Further keys of a caller are only counted. */
const MAX_KEYS = 5;

/** A caller as the log and the trails of objects name it. */
export type Actor = {
  /** Fingerprints of the proved keys, admin keys first; empty for anonymous callers. */
  readonly keys: readonly string[];
  /** The number of keys that are not listed. */
  readonly moreKeys?: number;
  /** The signed-in user, unless the configuration hides users. */
  readonly issuer?: string;
  readonly subject?: string;
};

/** Describes a caller. */
export function describeActor({ proofs, user }: Caller): Actor {
  const sorted = [...proofs.filter(({ admin }) => admin), ...proofs.filter(({ admin }) => !admin)];
  const keys = sorted.slice(0, MAX_KEYS).map(({ key }) => key.fingerprint);
  const moreKeys = proofs.length - keys.length;
  return { keys, ...(moreKeys > 0 && { moreKeys }), ...user };
}

/** The keys of an actor, for the log. Nothing for anonymous callers. */
export function actorFields({ keys, moreKeys }: Actor): LogFields {
  return { ...(keys.length > 0 && { keys: keys.join(' ') }), ...(moreKeys !== undefined && { moreKeys }) };
}
