import type { Logger } from '../../shared/base/telemetry/logger.ts';
import { type Bell, createBell } from '../../shared/repository/notifications/bell.ts';
import type { DurableObjectNamespace, Fetcher } from './runtime.ts';

/** Requests a delivery from the durable object of the notification channel, which only workers can reach. */
export const BELL_URL = 'https://notifications/bell';

/** Adds a subscriber; its connection is opened at the path of its id. */
export const SUBSCRIBERS_URL = 'https://notifications/subscribers';

/** The durable object that all subscribers are connected to. */
export function notificationsOf(namespace: DurableObjectNamespace): Fetcher {
  return namespace.getByName('all');
}

/** {@link Bell} that makes the durable object deliver. */
export function createObjectBell(namespace: DurableObjectNamespace, logger: Pick<Logger, 'warn'>): Bell {
  return createBell(async () => {
    const { ok, status } = await notificationsOf(namespace).fetch(BELL_URL, { method: 'POST' });
    if (!ok) throw new Error(`The durable object returned status ${status}.`);
  }, logger);
}
