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
const INDEX = z.array(z.string());

const MAX_CONCURRENCY = 8;

/** More than usual: deliveries write too. */
const MAX_ATTEMPTS = 6;

/** Webhooks in a key-value store: one entry lists them, and each is an entry of its own. Neither expires. */
export function createWebhooks(keyValues: KeyValueStore): Webhooks {
  async function index(): Promise<{ readonly ids: readonly string[]; readonly revision: string | null }> {
    const entry = await keyValues.get(INDEX_KEY);
    return { ids: entry === null ? [] : z.parse(INDEX, JSON.parse(entry.value)), revision: entry?.revision ?? null };
  }

  async function changeIndex(change: (ids: readonly string[]) => readonly string[]): Promise<void> {
    await compareAndSet(async () => {
      const { ids, revision } = await index();
      return keyValues.set(INDEX_KEY, JSON.stringify(change(ids)), { expected: revision });
    }, MAX_ATTEMPTS);
  }

  async function get(id: string): Promise<Webhook | null> {
    const entry = await keyValues.get(keyOf(id));
    return entry === null ? null : readWebhook(entry.value);
  }

  async function all(): Promise<readonly Webhook[]> {
    const { ids } = await index();
    return (await mapLimit(ids, MAX_CONCURRENCY, get)).filter((webhook) => webhook !== null);
  }

  return {
    get,
    all,
    async add(webhook) {
      const { id, keys } = webhook;
      requireRoom(await all(), keys);
      // Listed last: what is left of a process that ends in between is called by nobody, and counts for nobody.
      await keyValues.set(keyOf(id), webhookText(webhook));
      await changeIndex((ids) => [...ids, id]);
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
      await changeIndex((ids) => ids.filter((other) => other !== id));
      await keyValues.delete(keyOf(id));
      return webhook;
    },
  };
}

function requireRoom(all: readonly Webhook[], keys: readonly string[]): void {
  const own = all.filter((webhook) => webhook.keys.some((key) => keys.includes(key)));
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
