import { createLimiter } from '../../../shared/base/concurrency/limiter.ts';
import type { OutboundSend } from '../../../shared/base/outbound/outbound-fetch.ts';
import type { WebhookContext } from '../../../shared/exchange/webhooks/context.ts';
import { createPost } from '../../../shared/exchange/webhooks/post.ts';
import { afterFailure, afterSuccess } from '../../../shared/exchange/webhooks/retry.ts';
import { type Webhook, webhookText } from '../../../shared/exchange/webhooks/webhook.ts';
import { acquireLease, type Lease } from '../../../shared/repository/store/lease.ts';
import { type ChangePart, createChangeReader } from '../change-reader.ts';
import { DeliveryError } from '../sender.ts';
import { connectionOf, createEventBuilders, messageOf } from './event-builder.ts';
import { createPositions } from './positions.ts';

/** Changes in one message. */
export const MAX_CHANGES = 100;

/** Receivers that are called at the same time by one process. */
const MAX_CONCURRENCY = 16;

/** Another process takes over after this time when one was killed during a call. */
const LEASE_DURATION_MS = 20_000;

/** Pause before a webhook is looked at again that another process delivers to. */
const BUSY_PAUSE_MS = 1_000;

/** Pause before a webhook is looked at again after an error that its receiver did not cause. */
const ERROR_PAUSE_MS = 10_000;

/** Delivers changes to the receivers of webhooks. */
export type WebhookDelivery = {
  /**
   * Delivers what is due, at least once and in order, to each webhook. A webhook with a call under way in this process is looked at
   * again after it, and is not waited for. Nothing is delivered where DISABLED_ADAPTERS has `webhooks`. Never throws.
   *
   * @param ended aborts the calls under way
   * @param keepsPositions stores also the positions of webhooks that nothing was for
   */
  run(ended: AbortSignal, keepsPositions: boolean): Promise<void>;
};

export type WebhookDeliveryOptions = {
  readonly openSend: () => Promise<OutboundSend>;
  /** See `ChangeReaderParts`; absent: the platform keeps the table current. */
  readonly refreshForwarding?: (ageMs?: number) => Promise<void>;
  /** Called when a retry is due later. @param at UTC milliseconds */
  readonly remind?: (at: number) => void;
};

/**
 * The delivery to webhooks. As on managed channels the store is the log: each webhook has a position in its changes, which moves once
 * its receiver has accepted what precedes. One process at a time calls the receiver of a webhook; other webhooks do not wait for it.
 */
export function createWebhookDelivery(ctx: WebhookContext, options: WebhookDeliveryOptions): WebhookDelivery {
  const { webhooks, signingSecrets, keyValues, logger, now, config } = ctx;
  const { remind = () => {}, refreshForwarding = async () => {} } = options;
  const post = createPost(ctx, options.openSend);
  const limit = createLimiter(MAX_CONCURRENCY);
  const positions = createPositions();
  /** Of each webhook its own: they remember the members of its framework. */
  const builders = new Map<string, ReturnType<typeof createEventBuilders>>();
  /** Webhooks with work under way in this process, and whether changes have come since it began. */
  const working = new Map<string, { again: boolean }>();

  /** Reads one part. Each reads the rights and the framework anew: a receiver may take long for a message. */
  async function partAfter(webhook: Webhook, cursor: string): Promise<ChangePart> {
    const connection = connectionOf(webhook);
    const position = { cursor, isBehind: false };
    const beginDelivery = builders.get(webhook.id) ?? createEventBuilders(ctx);
    builders.set(webhook.id, beginDelivery);
    const parts = { ...ctx, pageSize: MAX_CHANGES, beginDelivery, refreshForwarding };
    const read = await createChangeReader(parts, [{ connection, position }], null);
    return read(connection, position);
  }

  const isDue = ({ state, failing }: Webhook): boolean =>
    state === 'active' && (failing === null || failing.next <= now());

  /** @returns null while another process delivers to the webhook */
  async function leaseOf({ id }: Webhook): Promise<Lease | null> {
    const answer = await acquireLease({
      keyValues,
      now,
      name: `webhook/${id}`,
      purpose: 'webhook',
      ttlMs: LEASE_DURATION_MS,
      report: (error) =>
        logger.warn('NETWORK', 'The lease of a webhook cannot be renewed or released', { error: String(error) }),
    });
    if ('lease' in answer) return answer.lease;
    remind(now() + BUSY_PAUSE_MS);
    return null;
  }

  /** Calls the receiver. @returns the webhook after it; null when it is not to be called again now */
  async function call(webhook: Webhook, body: string, next: string, ended: AbortSignal): Promise<Webhook | null> {
    const { id, cursor, url } = webhook;
    const message = messageOf(id, body);
    const time = now();
    const result = await post(url, message, await signingSecrets.valid(webhook), ended);
    const { status, error, durationMs } = result;
    const delivery = { id: message.id, time, status, error, durationMs, changes: message.changes };
    const stored = await webhooks.update(id, (current) => {
      // The owner asked for a replay meanwhile, or this process was too slow and another took over.
      if (current.cursor !== cursor) return null;
      if (error === null) return afterSuccess(current, delivery, next);
      return current.state === 'active' ? afterFailure(current, delivery, result, config.webhooks) : null;
    });
    if (stored === null) remind(now());
    if (stored?.failing) remind(stored.failing.next);
    if (error === null) return stored;
    logger.warn('NETWORK', 'A receiver of a webhook failed', { webhook: id, status, state: stored?.state ?? null });
    return null;
  }

  /** Delivers to one webhook until nothing is left for it. @returns whether it has to be read again first */
  async function deliverTo(first: Webhook, ended: AbortSignal): Promise<boolean> {
    let webhook: Webhook | null = first;
    let lease: Lease | null = null;
    let position = positions.of(webhook);
    try {
      while (webhook !== null && isDue(webhook) && !ended.aborted) {
        const part = await partAfter(webhook, position);
        const [body] = part.messages;
        if (body === undefined) {
          position = positions.skip(webhook, part.next.cursor);
        } else {
          lease ??= await leaseOf(webhook);
          if (lease === null) return false;
          if (webhook === first && !(await isCurrent(first))) return true;
          webhook = await call(webhook, body, part.next.cursor, AbortSignal.any([ended, lease.lost]));
          position = webhook?.cursor ?? position;
        }
        if (part.isLast) return false;
      }
      return false;
    } finally {
      await lease?.release();
    }
  }

  /** Whether no process has changed the webhook since it was read. */
  async function isCurrent(webhook: Webhook): Promise<boolean> {
    const stored = await webhooks.get(webhook.id);
    return stored !== null && webhookText(stored) === webhookText(webhook);
  }

  /** A webhook whose position the store no longer accepts stops visibly: its owner decides where it continues. */
  async function fail(id: string, error: DeliveryError): Promise<void> {
    const detail = `The changes cannot be read from the position of this webhook: replay them. ${error.message}`;
    const lastError = { time: now(), status: null, detail };
    await webhooks.update(id, (current) => ({ ...current, state: 'failed', failing: null, lastError }));
  }

  async function workOn(webhook: Webhook, ended: AbortSignal): Promise<void> {
    let current: Webhook | null = webhook;
    const mine = { again: false };
    working.set(webhook.id, mine);
    try {
      while (current !== null && isDue(current)) {
        mine.again = false;
        const isStale = await limit(deliverTo.bind(null, current, ended));
        if (ended.aborted || !(isStale || mine.again)) break;
        current = await webhooks.get(webhook.id);
      }
    } catch (error) {
      if (ended.aborted) return;
      if (error instanceof DeliveryError) return await fail(webhook.id, error);
      logger.error('NETWORK', 'Changes could not be delivered to a webhook', {
        webhook: webhook.id,
        error: String(error),
      });
      remind(now() + ERROR_PAUSE_MS);
    } finally {
      working.delete(webhook.id);
    }
  }

  async function keepPosition(id: string): Promise<void> {
    const skipped = positions.skipped(id);
    if (skipped === null || working.has(id)) return;
    const { from, to } = skipped;
    await webhooks.update(id, (current) => (current.cursor === from ? { ...current, cursor: to } : null));
  }

  function forgetOthers(ids: ReadonlySet<string>): void {
    positions.forgetOthers(ids);
    for (const id of builders.keys()) if (!ids.has(id)) builders.delete(id);
  }

  return {
    async run(ended, keepsPositions) {
      if (config.disabledAdapters.includes('webhooks')) return;
      try {
        const all = await webhooks.all();
        forgetOthers(new Set(all.map(({ id }) => id)));
        for (const { failing } of all) if (failing !== null && failing.next > now()) remind(failing.next);
        for (const { id } of all) {
          const work = working.get(id);
          if (work !== undefined) work.again = true;
        }
        const due = all.filter((webhook) => isDue(webhook) && !working.has(webhook.id));
        await Promise.all(due.map((webhook) => workOn(webhook, ended)));
        if (keepsPositions) for (const { id } of all) await keepPosition(id);
      } catch (error) {
        logger.error('NETWORK', 'Webhooks cannot be read', { error: String(error) });
      }
    },
  };
}
