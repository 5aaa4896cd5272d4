import * as z from 'zod/mini';

/** `active`: it is called. `paused`: by its owner. `failed`: its receiver failed for too long. `disabled`: its receiver answered 410. */
export const WEBHOOK_STATES = ['active', 'paused', 'failed', 'disabled'] as const;

const time = z.number();

/** An attempt to call a receiver. */
const DELIVERY = z.object({
  /** `webhook-id` of the message, the same in each attempt. */
  id: z.string(),
  time,
  /** Status of the answer; null without one. */
  status: z.nullable(z.number()),
  /** What failed, a sentence; null when the receiver accepted the message. */
  error: z.nullable(z.string()),
  durationMs: z.number(),
  /** Number of changes in the message; 0 in a test. */
  changes: z.number(),
});

const WEBHOOK = z.object({
  id: z.string(),
  created: time,
  /** Public keys of the owner, PEM. The receiver gets what these may read. */
  keys: z.array(z.string()),
  /** Where messages are posted to. */
  url: z.string(),
  description: z.nullable(z.string()),
  /** Patterns over type keys, as on the notification channel; null: all types. */
  type: z.nullable(z.string()),
  /** Id of a framework: only it and its members; null: all objects. */
  framework: z.nullable(z.string()),
  /** A public key, PEM: only objects that it owns; null: objects of all owners. */
  owner: z.nullable(z.string()),
  /** The secrets that messages are signed with, newest first, by their numbers. */
  secrets: z.array(z.object({ number: z.number(), until: z.nullable(time) })),
  state: z.enum(WEBHOOK_STATES),
  /** Cursor of the store: what follows it is still to be delivered. */
  cursor: z.string(),
  /** Set while the receiver does not accept the next message. */
  failing: z.nullable(z.object({ since: time, attempts: z.number(), next: time })),
  /** Why the receiver failed the last time. */
  lastError: z.nullable(z.object({ time, status: z.nullable(z.number()), detail: z.string() })),
  /** The last attempts, newest first. */
  deliveries: z.array(DELIVERY),
});

/** A webhook as it is stored. Times are UTC milliseconds. */
export type Webhook = z.infer<typeof WEBHOOK>;
export type Delivery = z.infer<typeof DELIVERY>;

/** Attempts that a webhook remembers. */
export const MAX_DELIVERIES = 20;

export function webhookText(webhook: Webhook): string {
  return JSON.stringify(webhook);
}

/** @returns null if another version wrote it in another form; one unreadable entry must not stop others */
export function readWebhook(text: string): Webhook | null {
  const { data } = z.safeParse(WEBHOOK, JSON.parse(text));
  return data ?? null;
}
