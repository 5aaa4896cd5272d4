import { Problem } from '../../shared/base/errors/problem.ts';
import type { Logger } from '../../shared/base/telemetry/logger.ts';
import { type ChangeLog, changeTexts } from '../../shared/repository/notifications/change-log.ts';
import type { Change } from '../../shared/repository/objects/change-feed.ts';
import type { DurableObjectNamespace, Fetcher } from './runtime.ts';

/** Publishes changes to the durable object of the notification channel, which only workers can reach. */
export const PUBLISH_URL = 'https://notifications/publish';

/** Registers a subscriber. The response is its id; the connection is opened at the path of the id. */
export const SUBSCRIBERS_URL = 'https://notifications/subscribers';

/** Lists the delivered writes since the time in the query. */
export const DELIVERED_URL = 'https://notifications/delivered';

/** Reports the cursor before which every change was delivered. */
export const REACHED_URL = 'https://notifications/reached';

/** For calls that fail, as while the object moves to another machine. */
const MAX_ATTEMPTS = 3;

/** The durable object that all subscribers are connected to. */
export function notificationsOf(namespace: DurableObjectNamespace): Fetcher {
  return namespace.getByName('all');
}

/** Publishes to the durable object of the notification channel. */
export type RemoteFeed = Pick<ChangeLog, 'publish' | 'recordedSince'> & {
  /**
   * Gives subscribers a cursor to resume from.
   *
   * @param cursor before which every change was published
   * @throws Problem `store-unavailable` (503)
   */
  readonly reached: (cursor: string) => Promise<void>;
};

/** Creates a feed whose published changes were delivered to all subscribers. */
export function createRemoteFeed(namespace: DurableObjectNamespace, logger: Pick<Logger, 'error'>): RemoteFeed {
  async function send(change: Change): Promise<void> {
    const body = JSON.stringify([...changeTexts(change)]);
    const response = await notificationsOf(namespace).fetch(PUBLISH_URL, { method: 'POST', body });
    if (!response.ok) throw new Error(`The durable object answered ${response.status}.`);
  }

  return {
    async publish(change) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await send(change);
        } catch (error) {
          if (attempt < MAX_ATTEMPTS) continue;
          logger.error('NETWORK', 'A change cannot be delivered to subscribers', { error: String(error) });
          throw new Problem('store-unavailable', 'The change is stored, but cannot be delivered to subscribers now.', {
            retryAfter: 1,
          });
        }
      }
    },
    async recordedSince(time) {
      const response = await notificationsOf(namespace).fetch(`${DELIVERED_URL}?since=${time}`);
      if (!response.ok)
        throw new Problem('store-unavailable', 'The durable object does not answer.', { retryAfter: 1 });
      return new Set((await response.json()) as string[]); // of notifications.ts
    },
    async reached(cursor) {
      const response = await notificationsOf(namespace).fetch(REACHED_URL, { method: 'POST', body: cursor });
      if (!response.ok)
        throw new Problem('store-unavailable', 'The durable object does not answer.', { retryAfter: 1 });
    },
  };
}
