import type { Context } from '../../repository/context.ts';
import type { SecretStore } from '../../repository/secrets/secret-store.ts';
import { createSigningSecrets, type SigningSecrets } from './signing-secrets.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';

/** Dependencies of webhooks. */
export type WebhookParts = { readonly webhooks: Webhooks; readonly signingSecrets: SigningSecrets };

export type WebhookContext = Context & WebhookParts;

export function createWebhookParts(ctx: Pick<Context, 'keyValues' | 'now'>, secrets: SecretStore): WebhookParts {
  return { webhooks: createWebhooks(ctx.keyValues), signingSecrets: createSigningSecrets(ctx, secrets) };
}
