import type { DurableObjectNamespace, Fetcher } from './runtime.ts';

/** Requests a delivery from the durable object of the notification channel, which only workers can reach. */
export const BELL_URL = 'https://notifications/bell';

/** Adds a subscriber; its connection is opened at the path of its id. */
export const SUBSCRIBERS_URL = 'https://notifications/subscribers';

/** The durable object that all subscribers are connected to. */
export function notificationsOf(namespace: DurableObjectNamespace): Fetcher {
  return namespace.getByName('all');
}
