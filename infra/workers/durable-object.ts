import type { Logger } from '../../shared/base/telemetry/logger.ts';
import { type Bell, createBell } from '../../shared/repository/notifications/bell.ts';
import type { DurableObjectNamespace, Fetcher } from './runtime.ts';

/** Requests a delivery from a durable object, which only workers can reach. */
export const BELL_URL = 'https://notifications/bell';

/** Adds a subscriber; its connection is opened at the path of its id. */
export const SUBSCRIBERS_URL = 'https://notifications/subscribers';

/** The only object of a class, such as the one that all subscribers are connected to. */
export function theObjectOf(namespace: DurableObjectNamespace): Fetcher {
  return namespace.getByName('all');
}

/** {@link Bell} that makes durable objects deliver: one to subscribers, one to webhooks. */
export function createObjectBell(namespaces: readonly DurableObjectNamespace[], logger: Pick<Logger, 'warn'>): Bell {
  async function ring(namespace: DurableObjectNamespace): Promise<void> {
    const { ok, status } = await theObjectOf(namespace).fetch(BELL_URL, { method: 'POST' });
    if (!ok) throw new Error(`A durable object returned status ${status}.`);
  }
  return createBell(async () => void (await Promise.all(namespaces.map(ring))), logger);
}
