import { type Delivery, MAX_DELIVERIES, type Webhook } from './webhook.ts';

/** The outcome of an attempt. */
export type PostResult = {
  /** Status of the answer; null without one. */
  readonly status: number | null;
  /** What failed, a sentence; null when the receiver accepted the message. */
  readonly error: string | null;
  /** How long the receiver asks to wait; null when it does not. */
  readonly retryAfterMs: number | null;
  readonly durationMs: number;
};

/** Upper limit of the pause before a receiver is called again, also if it asks for more. */
export const MAX_PAUSE_MS = 6 * 60 * 60 * 1000;

const FACTOR = 3;

/** Pauses vary by this part, so that receivers of many webhooks are not called all at once. */
const JITTER = 0.2;

/** The status by which a receiver says that it is gone (Standard Webhooks 1.0.0). */
const GONE = 410;

export type RetryOptions = {
  /** Before the second attempt. */
  readonly retryDelay: number;
  /** How long a failing receiver is called again, after the first failure. */
  readonly giveUp: number;
};

/**
 * The pause after an attempt that failed, milliseconds: it grows with each, unless the receiver says how long to wait.
 *
 * @param attempts that failed so far
 */
export function pauseMs(attempts: number, retryAfterMs: number | null, firstMs: number, random = Math.random): number {
  const grown = Math.min(firstMs * FACTOR ** (attempts - 1), MAX_PAUSE_MS);
  const varied = Math.round(grown * (1 - JITTER + 2 * JITTER * random()));
  return retryAfterMs === null ? varied : Math.min(Math.max(retryAfterMs, firstMs), MAX_PAUSE_MS);
}

/** The webhook after its receiver has accepted a message. @param cursor after the message */
export function afterSuccess(webhook: Webhook, delivery: Delivery, cursor: string): Webhook {
  return { ...withDelivery(webhook, delivery), cursor, failing: null };
}

/** The webhook after an attempt that failed: another attempt follows, or none. */
export function afterFailure(
  webhook: Webhook,
  delivery: Delivery,
  { status, error, retryAfterMs }: PostResult,
  { retryDelay, giveUp }: RetryOptions,
): Webhook {
  const { time } = delivery;
  const lastError = { time, status, detail: error ?? '' };
  const { since, attempts } = webhook.failing ?? { since: time, attempts: 0 };
  const noted = { ...withDelivery(webhook, delivery), lastError };
  if (status === GONE) return { ...noted, state: 'disabled', failing: null };
  const next = time + pauseMs(attempts + 1, retryAfterMs, retryDelay);
  if (next - since > giveUp) return { ...noted, state: 'failed', failing: null };
  return { ...noted, failing: { since, attempts: attempts + 1, next } };
}

/** Notes an attempt. */
export function withDelivery(webhook: Webhook, delivery: Delivery): Webhook {
  return { ...webhook, deliveries: [delivery, ...webhook.deliveries].slice(0, MAX_DELIVERIES) };
}
