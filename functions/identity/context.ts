import type { Limiter } from '../../shared/base/concurrency/limiter.ts';
import { createIdentities, type Identities } from '../../shared/people/identity/identities.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { SecretStore } from '../../shared/repository/secrets/secret-store.ts';

/** Dependencies of the identity endpoints. */
export type IdentityContext = Context & { readonly identities: Identities };

/**
 * Adds the identities to a context.
 *
 * @param hashing limits concurrent password hashing; default: unlimited, for runtimes whose requests do not share a process
 * @throws Error when a secret cannot be read
 */
export async function createIdentityContext(
  ctx: Context,
  secrets: SecretStore,
  hashing?: Limiter,
): Promise<IdentityContext> {
  const { keyValues, now } = ctx;
  return { ...ctx, identities: await createIdentities({ keyValues, secrets, now, ...(hashing && { hashing }) }) };
}
