import { createIdentities, type Identities } from '../../shared/people/identity/identities.ts';
import type { Context } from '../../shared/repository/context.ts';
import type { SecretStore } from '../../shared/repository/secrets/secret-store.ts';

/** Dependencies of the identity endpoints. */
export type IdentityContext = Context & { readonly identities: Identities };

/** The context of a process that serves this group alone. @throws Error when a secret cannot be read */
export async function createIdentityContext(ctx: Context, secrets: SecretStore): Promise<IdentityContext> {
  const { keyValues, now } = ctx;
  return { ...ctx, identities: await createIdentities({ keyValues, secrets, now }) };
}
