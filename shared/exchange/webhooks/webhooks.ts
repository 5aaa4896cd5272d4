import * as z from 'zod/mini';
import { mapLimit } from '../../base/concurrency/map-limit.ts';
import { Problem } from '../../base/errors/problem.ts';
import { compareAndSet } from '../../repository/store/compare-and-set.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import { readWebhook, type Webhook, webhookText } from './webhook.ts';

/** Webhooks that keys of one owner may have. */
export const MAX_WEBHOOKS_PER_OWNER = 20;

/** Webhooks of one service. */
export const MAX_WEBHOOKS = 500;

/** The stored webhooks. All methods throw Problem `store-unavailable` (503). */
export type Webhooks = {
  all(): Promise<readonly Webhook[]>;
  get(id: string): Promise<Webhook | null>;
  /** @throws Problem `too-many-webhooks` (409) */
  add(webhook: Webhook): Promise<void>;
  /**
   * Changes a webhook.
   *
   * @param change called again when another process has changed the webhook in between; null leaves it as it is
   * @returns the webhook after the change; null when there is none, or nothing was to be changed
   */
  update(id: string, change: (webhook: Webhook) => Webhook | null): Promise<Webhook | null>;
  /** Removes a webhook. @returns the removed one; null when there was none */
  remove(id: string): Promise<Webhook | null>;
};

/** The entry with the ids of all webhooks. */
const INDEX_KEY = 'webhooks';

/** The keys of the owner of each webhook, by id. */
const INDEX = z.record(z.string(), z.array(z.string()));

const MAX_CONCURRENCY = 8;

/** More than usual: deliveries write too. */
const MAX_ATTEMPTS = 6;

/** Webhooks in a key-value store: one entry lists them, and each is an entry of its own. Neither expires. */
export function createWebhooks(keyValues: KeyValueStore): Webhooks {
  async function index(): Promise<{ readonly keysById: z.infer<typeof INDEX>; readonly revision: string | null }> {
    const entry = await keyValues.get(INDEX_KEY);
    return {
      keysById: entry === null ? {} : z.parse(INDEX, JSON.parse(entry.value)),
      revision: entry?.revision ?? null,
    };
  }

  /** @param change throws Problem to leave the index as it is */
  async function changeIndex(change: (keysById: z.infer<typeof INDEX>) => z.infer<typeof INDEX>): Promise<void> {
    await compareAndSet(async () => {
      const { keysById, revision } = await index();
      return keyValues.set(INDEX_KEY, JSON.stringify(change(keysById)), { expected: revision });
    }, MAX_ATTEMPTS);
  }

  async function get(id: string): Promise<Webhook | null> {
    const entry = await keyValues.get(keyOf(id));
    return entry === null ? null : readWebhook(entry.value);
  }

  return {
    get,
    async all() {
      const { keysById } = await index();
      const found = await mapLimit(Object.keys(keysById), MAX_CONCURRENCY, get);
      return found.filter((webhook) => webhook !== null);
    },
    async add(webhook) {
      const { id, keys } = webhook;
      // Before it is listed: a listed webhook without an entry would count for ever if this process ended in between.
      await keyValues.set(keyOf(id), webhookText(webhook));
      try {
        await changeIndex((keysById) => {
          requireRoom(keysById, keys);
          return { ...keysById, [id]: keys };
        });
      } catch (error) {
        await keyValues.delete(keyOf(id));
        throw error;
      }
    },
    async update(id, change) {
      const outcome = await compareAndSet(async () => {
        const entry = await keyValues.get(keyOf(id));
        const before = entry === null ? null : readWebhook(entry.value);
        const after = before === null ? null : change(before);
        if (entry === null || after === null) return { webhook: null };
        const written = await keyValues.set(keyOf(id), webhookText(after), { expected: entry.revision });
        return written === null ? null : { webhook: after };
      }, MAX_ATTEMPTS);
      return outcome.webhook;
    },
    async remove(id) {
      const webhook = await get(id);
      if (webhook === null) return null;
      await changeIndex(({ [id]: _, ...others }) => others);
      await keyValues.delete(keyOf(id));
      return webhook;
    },
  };
}

function requireRoom(keysById: z.infer<typeof INDEX>, keys: readonly string[]): void {
  const all = Object.values(keysById);
  const own = all.filter((others) => others.some((key) => keys.includes(key)));
  if (own.length >= MAX_WEBHOOKS_PER_OWNER) {
    throw new Problem(
      'too-many-webhooks',
      `An owner may have ${MAX_WEBHOOKS_PER_OWNER} webhooks: remove one that is no longer needed.`,
    );
  }
  if (all.length >= MAX_WEBHOOKS) throw new Problem('too-many-webhooks', `This service has ${MAX_WEBHOOKS} webhooks.`);
}

function keyOf(id: string): string {
  return `webhook/${id}`;
}
