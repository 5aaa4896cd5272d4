import type { Limiter } from '../shared/base/concurrency/limiter.ts';
import { type BadgeParts, createBadgeParts } from '../shared/exchange/badges/context.ts';
import { createWebhookParts, type WebhookParts } from '../shared/exchange/webhooks/context.ts';
import { createXapiParts, type XapiParts } from '../shared/exchange/xapi/context.ts';
import type { Context } from '../shared/repository/context.ts';
import type { SecretStore } from '../shared/repository/secrets/secret-store.ts';
import { type AdminContext, createAdminContext } from './admin/context.ts';
import { createIdentityContext, type IdentityContext } from './identity/context.ts';
import { createMcpParts, type McpContext } from './mcp/context.ts';
import type { ProfileContext } from './profile/context.ts';

/** The context of all groups, for a process that serves them all. */
export type ServerContext = IdentityContext &
  ProfileContext &
  AdminContext &
  XapiParts &
  BadgeParts &
  McpContext &
  WebhookParts;

/** The parts that platforms create differently. */
type OwnParts = Pick<ServerContext, 'profiles'> & {
  /** Limits concurrent password hashing; default: unlimited. */
  readonly hashing?: Limiter;
};

/** The context of a process that serves all groups. @throws Error when a secret cannot be read */
export async function createServerContext(
  core: Context,
  secrets: SecretStore,
  { profiles, hashing }: OwnParts,
): Promise<ServerContext> {
  return {
    ...(await createAdminContext(core, secrets)),
    ...(await createIdentityContext(core, secrets, hashing)),
    ...createXapiParts(core, secrets),
    ...createBadgeParts(core),
    ...createMcpParts(secrets),
    ...createWebhookParts(core, secrets),
    profiles,
  };
}
