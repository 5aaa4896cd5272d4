import { createLimiter } from '../../shared/base/concurrency/limiter.ts';
import { messageSized } from '../../shared/repository/notifications/change-log.ts';
import { readSubscription } from '../../shared/repository/notifications/subscription.ts';
import { type Change, changedObject } from '../../shared/repository/objects/change-feed.ts';
import type { ChangePage, ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { Connection } from '../connections.ts';
import type { MessageBuilder } from './message-builder.ts';
import { DeliveryError } from './sender.ts';
import { toDeliveryError } from './subscriber-session.ts';
import type { SubscriberPosition } from './subscriptions.ts';

export type ChangeReaderParts = {
  readonly store: Pick<ObjectStore, 'changes'>;
  /** Begins one delivery. @returns creates the builder of each subscriber's messages */
  readonly beginDelivery: () => (connection: Connection) => MessageBuilder;
};

const PAGE_SIZE = 1_000;

/** Reads the changes after a subscriber's position. */
export type ChangeReader = (connection: Connection, position: SubscriberPosition) => Promise<ChangePart>;

export type ChangePart = {
  readonly messages: readonly string[];
  /** The same position when nothing follows it. */
  readonly next: SubscriberPosition;
  readonly isLast: boolean;
};

/**
 * Reads for one delivery. For subscribers at the same position the store is read once, and all that have received everything end at
 * the same position.
 *
 * @param change what the invocation wrote; null: nothing
 * @returns reads the next part for a subscriber. It throws {@link DeliveryError} when the subscriber's position or handshake can no
 *   longer be read, Problem `store-unavailable` (503)
 */
export function createChangeReader({ store, beginDelivery }: ChangeReaderParts, change: Change | null): ChangeReader {
  const builderFor = beginDelivery();
  // Pages may be large, and one that is read after another ends where that one ended, or after it.
  const inTurn = createLimiter(1);
  const builders = new Map<string, MessageBuilder>();
  let last: { readonly cursor: string; readonly page: Promise<ChangePage> } | null = null;
  /** The position of the first subscriber that received everything. The others end there too, so that the next delivery reads once. */
  let end: string | null = null;

  function pageAfter(cursor: string): Promise<ChangePage> {
    if (last?.cursor !== cursor) last = { cursor, page: store.changes(cursor, PAGE_SIZE).catch(toDeliveryError) };
    return last.page;
  }

  function builderOf(connection: Connection): MessageBuilder {
    try {
      const found = builders.get(connection.id) ?? builderFor(connection);
      builders.set(connection.id, found);
      return found;
    } catch (error) {
      throw new DeliveryError(String(error));
    }
  }

  return (connection, position) =>
    inTurn(async () => {
      const page = await pageAfter(position.cursor);
      const isBehind = position.isBehind && page.more;
      const isMoved = page.objects.length > 0 || page.more || isBehind !== position.isBehind;
      if (isMoved && !page.more) end ??= page.next;
      const next = isMoved ? { cursor: page.more ? page.next : (end ?? page.next), isBehind } : position;
      const messages = await messagesOf(builderOf(connection), connection, { page, change, position, next });
      return { messages, next, isLast: !page.more };
    });
}

/** The changes of this invocation as one save or batch; changes of earlier invocations as missed changes. */
async function messagesOf(
  builder: MessageBuilder,
  { query }: Connection,
  parts: {
    readonly page: ChangePage;
    readonly change: Change | null;
    readonly position: SubscriberPosition;
    readonly next: SubscriberPosition;
  },
): Promise<readonly string[]> {
  const { page, change, position, next } = parts;
  const objects = page.objects.map(({ head }) => changedObject(head));
  const cursors = { before: position.cursor, after: next.cursor };
  const isEndOfReplay = position.isBehind && !next.isBehind;
  if (change === null || readSubscription(new URLSearchParams(query)).cursors) {
    return objects.length > 0 || isEndOfReplay ? builder.missed(objects, cursors, isEndOfReplay) : [];
  }
  const read = new Set(objects.map(({ writeId }) => writeId));
  const own = change.objects.filter(({ writeId }) => read.has(writeId));
  const ownIds = new Set(own.map(({ writeId }) => writeId));
  const earlier = objects.filter(({ writeId }) => !ownIds.has(writeId));
  const messages = earlier.length === 0 ? [] : [...(await builder.missed(earlier, cursors, false))];
  for (const part of messageSized({ kind: change.kind, objects: own })) {
    const message = await builder.messageFor(part, 0);
    if (message !== null) messages.push(message);
  }
  return messages;
}
