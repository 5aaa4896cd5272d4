import { createAdminSecretCheck } from '../../shared/people/identity/admin-credentials.ts';
import { serverSecret } from '../../shared/people/identity/server-secrets.ts';
import type { Context } from '../../shared/repository/context.ts';
import { createOperations, type Operations } from '../../shared/repository/maintenance/operations.ts';
import type { SecretStore } from '../../shared/repository/secrets/secret-store.ts';

/** Dependencies of the admin operations. */
export type AdminContext = Context & {
  /** Whether this is the secret that allows admin operations. A function, so that nothing can print the secret. */
  readonly isAdminSecret: (given: string) => boolean;
  /** The running admin operations. */
  readonly operations: Operations;
};

/** Adds the admin operations to a context. @throws Error when a secret cannot be read */
export async function createAdminContext(ctx: Context, secrets: SecretStore): Promise<AdminContext> {
  const isAdminSecret = createAdminSecretCheck(await serverSecret(secrets));
  return { ...ctx, isAdminSecret, operations: createOperations(ctx) };
}
