import { type Caller, createCaller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { PublicKey } from '../../crypto/public-key.ts';

/**
 * The person with this key as a caller, as if a signature of theirs had just been verified: profiles calculated for it are kept
 * under the rights that the person's own requests have, which are the only ones that get them.
 *
 * Only the service itself makes such a caller, and only where nothing of it goes to anybody else: what requests say makes callers
 * by signatures alone (`shared/http/caller.ts`). It is never an admin.
 *
 * @returns null where the person's own requests have other rights: the key is an admin's, or leads to another
 */
export function subjectCaller(
  {
    config,
    forwarding,
    adminPublicKeys,
    readKey,
  }: Pick<Context, 'config' | 'forwarding' | 'adminPublicKeys' | 'readKey'>,
  key: PublicKey,
): Caller | null {
  if (adminPublicKeys.some((pem) => readKey(pem).id === key.id)) return null;
  const [server] = config.bases;
  const proof = { key, server, everywhere: true, admin: false, expires: Number.POSITIVE_INFINITY };
  const caller = forwarding.apply(createCaller([proof], []));
  return caller.proofs.length === 0 ? null : caller;
}
