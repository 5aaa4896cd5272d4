import { parseWith } from '../../shared/base/schema/parameters.ts';
import type { WebhookContext } from '../../shared/exchange/webhooks/context.ts';
import type { Webhook } from '../../shared/exchange/webhooks/webhook.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { startCursor } from '../../shared/repository/notifications/notifications.ts';
import { changeBody, creationBody } from './parameters.ts';
import { NO_STORE, shown } from './present.ts';
import { NO_SETTINGS, withSettings } from './settings.ts';
import { audit, noWebhook, requireWebhook, type Subscriber } from './subscriber.ts';

/** POST: adds a webhook, which is called from now on. */
export async function addWebhook(ctx: WebhookContext, call: Call, subscriber: Subscriber): Promise<Answer> {
  const given = parseWith(creationBody, subscriber.payload.data());
  const settings = await withSettings(ctx, NO_SETTINGS, given, subscriber);
  const webhook: Webhook = {
    id: crypto.randomUUID(),
    created: ctx.now(),
    keys: [...subscriber.keys],
    ...settings,
    secrets: [{ number: 1, until: null }],
    state: 'active',
    cursor: await startCursor(ctx.store, null),
    failing: null,
    lastError: null,
    deliveries: [],
  };
  await ctx.webhooks.add(webhook);
  const { id } = webhook;
  try {
    const secret = await ctx.signingSecrets.create(id, 1);
    audit(call, subscriber, webhook, 'A webhook was added');
    const location = `${ctx.config.bases[0]}webhooks/${id}`;
    return jsonAnswer({ ...shown(webhook), secret }, { ...NO_STORE, location }, 201);
  } catch (error) {
    await ctx.webhooks.remove(id); // without its secret it would never be called
    throw error;
  }
}

/** PATCH: new settings, or another state. What a paused or failed webhook has missed is delivered when it is active again. */
export async function changeWebhook(ctx: WebhookContext, call: Call, subscriber: Subscriber): Promise<Answer> {
  const before = await requireWebhook(ctx, call, subscriber);
  const { state, ...given } = parseWith(changeBody, subscriber.payload.data());
  const settings = await withSettings(ctx, before, given, subscriber);
  const changed = await ctx.webhooks.update(before.id, (webhook) => ({
    ...webhook,
    ...settings,
    state: state ?? webhook.state,
    failing: null, // the receiver is called at once
  }));
  if (changed === null) throw noWebhook();
  audit(call, subscriber, changed, 'A webhook was changed');
  await deliverSoon(ctx);
  return jsonAnswer(shown(changed), NO_STORE);
}

/** DELETE: removes a webhook with its secrets. */
export async function removeWebhook(ctx: WebhookContext, call: Call, subscriber: Subscriber): Promise<Answer> {
  const { id } = await requireWebhook(ctx, call, subscriber);
  const removed = await ctx.webhooks.remove(id);
  if (removed === null) throw noWebhook();
  const numbers = removed.secrets.map(({ number }) => number);
  await ctx.signingSecrets.remove(id, numbers);
  audit(call, subscriber, removed, 'A webhook was removed');
  return { status: 204, headers: NO_STORE, body: null };
}

/** Starts a delivery, as after a write. */
export async function deliverSoon({ changes }: Pick<WebhookContext, 'changes'>): Promise<void> {
  await changes.publish({ kind: 'batch', objects: [] });
}
