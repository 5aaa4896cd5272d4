import type * as z from 'zod/mini';
import type { WebhookContext } from '../../shared/exchange/webhooks/context.ts';
import { requireReceiver } from '../../shared/exchange/webhooks/post.ts';
import type { Webhook } from '../../shared/exchange/webhooks/webhook.ts';
import { frameworkMembers, requireFramework } from '../../shared/repository/notifications/framework-members.ts';
import { readSubscription } from '../../shared/repository/notifications/subscription.ts';
import type { changeBody } from './parameters.ts';
import type { Subscriber } from './subscriber.ts';

type Settings = Pick<Webhook, 'url' | 'description' | 'type' | 'framework' | 'owner'>;
type Given = Omit<z.infer<typeof changeBody>, 'state'>;

/** The settings of a webhook without filters. */
export const NO_SETTINGS: Settings = { url: '', description: null, type: null, framework: null, owner: null };

/**
 * Checks the settings that a caller gives.
 *
 * @returns those before with the given ones
 * @throws Problem `invalid-parameter`, `malformed-key` (400), `fetch-refused` (403), `not-found` (404) for a framework that does not
 *   exist or may not be read
 */
export async function withSettings(
  ctx: WebhookContext,
  before: Settings,
  given: Given,
  { caller }: Subscriber,
): Promise<Settings> {
  const { url, type, framework, owner } = given;
  if (url !== undefined) requireReceiver(ctx.config, url);
  if (typeof type === 'string') readSubscription(new URLSearchParams({ type }));
  if (typeof framework === 'string') requireFramework(await frameworkMembers(ctx, framework), caller, false);
  return {
    url: url ?? before.url,
    description: given.description === undefined ? before.description : given.description,
    type: type === undefined ? before.type : type,
    framework: framework === undefined ? before.framework : framework,
    owner: typeof owner === 'string' ? ctx.readKey(owner).pem : owner === undefined ? before.owner : null,
  };
}
