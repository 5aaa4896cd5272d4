import { Problem } from '../../shared/base/errors/problem.ts';
import { idsFor, messageOf, messageWithCursor } from '../../shared/repository/notifications/message.ts';
import { changedObject } from '../../shared/repository/objects/change-feed.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { Fetcher } from './runtime.ts';
import { recipientOf, type StoredSubscriber } from './stored-subscriber.ts';

const PAGE_SIZE = 500;

/** A part of what a subscriber missed, as the durable object receives it. */
export type ReplayPart = {
  readonly messages: readonly string[];
  /** After the last part: the cursor that it ends at. */
  readonly end: string | null;
};

/**
 * Sends a connected subscriber the changes since a cursor. It already receives new changes: those written meanwhile are received
 * twice.
 *
 * @param object that holds the connection
 * @param connection the address of the connection
 * @throws Problem `store-unavailable` (503); the connection is closed then
 */
export async function replayMissed(
  store: Pick<ObjectStore, 'changes'>,
  object: Fetcher,
  connection: string,
  subscriber: StoredSubscriber,
  start: string,
): Promise<void> {
  const recipient = recipientOf(subscriber);
  const hasCursors = subscriber.cursor !== null;

  async function send(part: ReplayPart): Promise<void> {
    const response = await object.fetch(connection, { method: 'POST', body: JSON.stringify(part) });
    if (!response.ok) throw new Problem('store-unavailable', 'The durable object does not answer.', { retryAfter: 1 });
  }

  try {
    let cursor = start;
    for (let more = true; more; ) {
      const page = await store.changes(cursor, PAGE_SIZE);
      ({ next: cursor, more } = page);
      const ids = idsFor(
        page.objects.map(({ head }) => changedObject(head)),
        recipient,
      );
      const messages = ids.length === 0 ? [] : [textOf(cursor, ids)];
      if (!more && hasCursors) messages.push(messageWithCursor(cursor, []));
      await send({ messages, end: more ? null : cursor });
    }
  } catch (error) {
    await object.fetch(connection, { method: 'DELETE' });
    throw error;
  }

  function textOf(cursor: string, ids: readonly string[]): string {
    return hasCursors ? messageWithCursor(cursor, ids) : messageOf(ids.length === 1 ? 'single' : 'batch', ids);
  }
}
