import * as z from 'zod/mini';
import type { Sender } from './send.ts';

const attemptSchema = z.object({
  id: z.string(),
  time: z.string(),
  status: z.nullable(z.number()),
  error: z.nullable(z.string()),
  durationMs: z.number(),
  changes: z.number(),
});

/** A call of a receiver. */
export type Attempt = z.infer<typeof attemptSchema>;

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.nullable(z.string()),
  type: z.nullable(z.string()),
  framework: z.nullable(z.string()),
  state: z.enum(['active', 'paused', 'failed', 'disabled']),
  failing: z.nullable(z.object({ attempts: z.number(), next: z.string() })),
  lastError: z.nullable(z.object({ time: z.string(), detail: z.string() })),
  deliveries: z.array(attemptSchema),
});

/** A webhook of the person. */
export type Webhook = z.infer<typeof webhookSchema>;

/** What a person sets. */
export type WebhookSettings = Pick<Webhook, 'url' | 'description' | 'type' | 'framework'>;

const secretSchema = z.object({ secret: z.string() });

/** The webhooks of the person (docs/use/publish.md). All throw ServiceError. */
export type Webhooks = {
  readonly all: (signal?: AbortSignal) => Promise<readonly Webhook[]>;
  /** @returns the secret, which the service shows this once */
  readonly add: (settings: WebhookSettings) => Promise<string>;
  readonly setState: (id: string, state: 'active' | 'paused') => Promise<void>;
  /** @param since a date-time, RFC 3339 */
  readonly replay: (id: string, since: string) => Promise<void>;
  readonly test: (id: string) => Promise<Attempt>;
  /** @returns the new secret; the former one is valid for another day */
  readonly newSecret: (id: string) => Promise<string>;
  readonly remove: (id: string) => Promise<void>;
};

/** For `Service.part`: only one view needs them. */
export function createWebhooks({ send, sendForJson }: Sender): Webhooks {
  const at = (id: string): string => `webhooks/${encodeURIComponent(id)}`;
  return {
    async all(signal) {
      return z.array(webhookSchema).parse(await sendForJson('webhooks', { ...(signal !== undefined && { signal }) }));
    },
    async add(json) {
      return secretSchema.parse(await sendForJson('webhooks', { json })).secret;
    },
    async setState(id, state) {
      await send(at(id), { method: 'PATCH', json: { state } });
    },
    async replay(id, since) {
      await send(`${at(id)}/replay`, { json: { since } });
    },
    async test(id) {
      return attemptSchema.parse(await sendForJson(`${at(id)}/test`, { method: 'POST' }));
    },
    async newSecret(id) {
      return secretSchema.parse(await sendForJson(`${at(id)}/secret`, { json: {} })).secret;
    },
    async remove(id) {
      await send(at(id), { method: 'DELETE' });
    },
  };
}
