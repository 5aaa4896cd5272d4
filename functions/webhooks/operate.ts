import { Problem } from '../../shared/base/errors/problem.ts';
import { parseWith } from '../../shared/base/schema/parameters.ts';
import type { WebhookContext } from '../../shared/exchange/webhooks/context.ts';
import type { Post } from '../../shared/exchange/webhooks/post.ts';
import { withDelivery } from '../../shared/exchange/webhooks/retry.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { startCursor } from '../../shared/repository/notifications/notifications.ts';
import { readSubscription } from '../../shared/repository/notifications/subscription.ts';
import { deliverSoon } from './change.ts';
import { DEFAULT_OVERLAP_S, replayBody, rotationBody } from './parameters.ts';
import { NO_STORE, shown, shownDelivery } from './present.ts';
import { audit, noWebhook, requireWebhook, type Subscriber } from './subscriber.ts';

/** Minimum time between two test events of a webhook. */
const TEST_INTERVAL_MS = 2_000;

/** Secrets that messages are signed with at the same time. */
const MAX_SECRETS = 4;

/** POST replay: delivers again from an earlier position on. */
export async function replay(ctx: WebhookContext, call: Call, subscriber: Subscriber): Promise<Answer> {
  const { id } = await requireWebhook(ctx, call, subscriber);
  const { since } = readSubscription(new URLSearchParams(parseWith(replayBody, subscriber.payload.data())));
  const cursor = await startCursor(ctx.store, since);
  const changed = await ctx.webhooks.update(id, (webhook) => ({
    ...webhook,
    cursor,
    failing: null,
    state: webhook.state === 'paused' ? 'paused' : 'active',
  }));
  if (changed === null) throw noWebhook();
  audit(call, subscriber, changed, 'A webhook is replayed');
  await deliverSoon(ctx);
  return jsonAnswer(shown(changed), NO_STORE);
}

/** POST test: posts an event without changes now, whatever the state of the webhook is. */
export async function sendTest(ctx: WebhookContext, call: Call, subscriber: Subscriber, post: Post): Promise<Answer> {
  const webhook = await requireWebhook(ctx, call, subscriber);
  const { id, url } = webhook;
  const time = ctx.now();
  const last = webhook.deliveries.find(({ changes }) => changes === 0)?.time ?? 0;
  if (time - last < TEST_INTERVAL_MS) {
    throw new Problem('too-many-requests', 'A test event was sent just now.', { retryAfter: TEST_INTERVAL_MS / 1000 });
  }
  const body = JSON.stringify({
    type: 'webhook.test',
    timestamp: new Date(time).toISOString(),
    data: { webhook: id },
  });
  const message = { id: `msg_${crypto.randomUUID().replaceAll('-', '')}`, body };
  const result = await post(url, message, await ctx.signingSecrets.valid(webhook), call.request.signal);
  const { status, error, durationMs } = result;
  const delivery = { id: message.id, time, status, error, durationMs, changes: 0 };
  await ctx.webhooks.update(id, (current) => withDelivery(current, delivery));
  return jsonAnswer(shownDelivery(delivery), NO_STORE);
}

/** POST secret: a new secret. Former ones are valid until the end of the overlap. */
export async function rotateSecret(ctx: WebhookContext, call: Call, subscriber: Subscriber): Promise<Answer> {
  const { id, secrets } = await requireWebhook(ctx, call, subscriber);
  const { overlapSeconds = DEFAULT_OVERLAP_S } = parseWith(rotationBody, subscriber.payload.data() ?? {});
  const until = ctx.now() + overlapSeconds * 1000;
  const number = Math.max(...secrets.map((one) => one.number)) + 1;
  const secret = await ctx.signingSecrets.create(id, number);
  let removed: readonly number[] = [];
  const changed = await ctx.webhooks.update(id, (webhook) => {
    if (webhook.secrets.some((one) => one.number >= number)) return null;
    const former = webhook.secrets
      .map((one) => ({ ...one, until: Math.min(one.until ?? until, until) }))
      .filter((one) => one.until > ctx.now())
      .slice(0, MAX_SECRETS - 1);
    removed = webhook.secrets.flatMap((one) => (former.some((kept) => kept.number === one.number) ? [] : one.number));
    return { ...webhook, secrets: [{ number, until: null }, ...former] };
  });
  if (changed === null) throw new Problem('version-conflict', 'Another request replaces the secret: try again.');
  await ctx.signingSecrets.remove(id, removed);
  audit(call, subscriber, changed, 'A webhook was given a new secret');
  return jsonAnswer({ secret }, NO_STORE);
}
