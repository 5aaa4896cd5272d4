import { createLimiter } from '../../shared/base/concurrency/limiter.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { REKEY_TYPE_KEYS } from '../../shared/repository/access/kbac-types.ts';
import { messageSized } from '../../shared/repository/notifications/message.ts';
import { type Change, type ChangedObject, changedObject } from '../../shared/repository/objects/change-feed.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { Connection } from '../connections.ts';
import type { Subscriber, SubscriberPosition } from '../subscriptions.ts';
import type { MessageBuilder } from './message-builder.ts';
import { DeliveryError } from './sender.ts';

export type ChangeReaderParts = {
  readonly store: Pick<ObjectStore, 'changes'>;
  /** Maximum number of objects in a part; absent: {@link PAGE_SIZE}. */
  readonly pageSize?: number;
  /** Begins one delivery. @returns creates the builder of each subscriber's messages */
  readonly beginDelivery: () => (connection: Connection) => MessageBuilder;
  /**
   * Reloads the table of forwarded keys (specification: Internal event bus) if it is older than `ageMs`, or than the default. It is
   * called only if a subscriber has proved a key: a replaced key no longer proves anything.
   */
  readonly refreshForwarding: (ageMs?: number) => Promise<void>;
};

/** Reads the changes after a subscriber's position. */
export type ChangeReader = (connection: Connection, position: SubscriberPosition) => Promise<ChangePart>;

export type ChangePart = {
  readonly messages: readonly string[];
  /** The same position when nothing follows it. */
  readonly next: SubscriberPosition;
  readonly isLast: boolean;
};

type Page = { readonly objects: readonly ChangedObject[]; readonly next: string; readonly more: boolean };

const PAGE_SIZE = 1_000;

const REKEYS: ReadonlySet<string> = new Set(REKEY_TYPE_KEYS);

/**
 * Reads for one delivery. For subscribers at the same position the store is read once, and all that have received everything end at
 * the same position.
 *
 * @param subscribers of this delivery
 * @param change what this process wrote itself; null: nothing
 * @returns reads the next part for a subscriber. It throws {@link DeliveryError} when the subscriber's position or handshake can no
 *   longer be read, Problem `store-unavailable` (503)
 */
export async function createChangeReader(
  { store, pageSize = PAGE_SIZE, beginDelivery, refreshForwarding }: ChangeReaderParts,
  subscribers: readonly Subscriber[],
  change: Change | null,
): Promise<ChangeReader> {
  const hasProofs = subscribers.some(({ connection }) => connection.proofs.length > 0);
  if (hasProofs) await refreshForwarding();
  const builderFor = beginDelivery();
  // Pages may be large, and one that is read after another ends where that one ended, or after it.
  const inTurn = createLimiter(1);
  const builders = new Map<string, MessageBuilder>();
  let last: { readonly cursor: string; readonly page: Promise<Page> } | null = null;
  /** The position of the first subscriber that received everything. The others end there too, so that the next delivery reads once. */
  let end: string | null = null;

  async function readPage(cursor: string): Promise<Page> {
    const { objects, next, more } = await store.changes(cursor, pageSize).catch(toDeliveryError);
    const changed = objects.map(({ head }) => changedObject(head));
    if (hasProofs && changed.some(({ typeKey }) => REKEYS.has(typeKey))) await refreshForwarding(0);
    return { objects: changed, next, more };
  }

  function pageAfter(cursor: string): Promise<Page> {
    if (last?.cursor !== cursor) last = { cursor, page: readPage(cursor) };
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
      const messages = await messagesOf(builderOf(connection), { page, change, position, next });
      return { messages, next, isLast: !page.more };
    });
}

/** A cursor that the store no longer accepts, since it was replaced by another, is a fault of that subscriber alone. */
function toDeliveryError(error: unknown): never {
  if (error instanceof Problem && error.code === 'invalid-parameter') throw new DeliveryError(error.message);
  throw error;
}

/** The changes of this process as one save or batch; other changes as missed changes. */
async function messagesOf(
  builder: MessageBuilder,
  parts: {
    readonly page: Page;
    readonly change: Change | null;
    readonly position: SubscriberPosition;
    readonly next: SubscriberPosition;
  },
): Promise<readonly string[]> {
  const { page, change, position, next } = parts;
  const { objects } = page;
  const cursors = { before: position.cursor, after: next.cursor };
  const isEndOfReplay = position.isBehind && !next.isBehind;
  if (change === null || builder.messageFor === null) {
    return objects.length > 0 || isEndOfReplay ? builder.missed(objects, cursors, isEndOfReplay) : [];
  }
  const read = new Set(objects.map(({ writeId }) => writeId));
  const own = change.objects.filter(({ writeId }) => read.has(writeId));
  const ownIds = new Set(own.map(({ writeId }) => writeId));
  const earlier = objects.filter(({ writeId }) => !ownIds.has(writeId));
  const messages = earlier.length === 0 ? [] : [...(await builder.missed(earlier, cursors, false))];
  for (const part of messageSized({ kind: change.kind, objects: own })) {
    const message = await builder.messageFor(part);
    if (message !== null) messages.push(message);
  }
  return messages;
}
