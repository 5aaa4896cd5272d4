import { Problem } from '../../shared/base/errors/problem.ts';
import type { ChangeLog, LogEntry } from '../../shared/repository/notifications/change-log.ts';
import { type Change, changedObject } from '../../shared/repository/objects/change-feed.ts';
import type { ObjectStore } from '../../shared/repository/store/object-store.ts';
import type { Connection, Connections, Replay } from '../connections.ts';
import type { MessageBuilder } from './message-builder.ts';
import { type Deadline, DeliveryError, type Sender } from './sender.ts';

/** A part of what a subscriber missed. */
type ReplayPart = {
  /** Empty when nothing in this part is for the subscriber. */
  readonly messages: readonly string[];
  /** The next part; null: this was the last one, and the subscriber receives live changes. */
  readonly next: Replay | null;
};

/** Reads what subscribers missed, part by part. */
type Replayer = {
  next(replay: Replay, builder: MessageBuilder): Promise<ReplayPart>;
  /** Stores what comes next, so that it survives this process. */
  advance(id: string, next: Replay | null, step: number): Promise<void>;
};

const PAGE_SIZE = 500;

/**
 * Replays are read from the store, since the log does not go back far. Each part is an entry of the log, so that a long replay does
 * not delay others, and the subscriber changes from the replay to the log at a known position: what is logged before it is in the
 * store, and what is logged after it is delivered as it comes.
 */
export function createReplayer(parts: {
  readonly store: Pick<ObjectStore, 'changes'>;
  readonly log: Pick<ChangeLog, 'requestReplay'>;
  readonly connections: Pick<Connections, 'advance'>;
}): Replayer {
  const { store, log, connections } = parts;
  return {
    async next({ cursor, step }, builder) {
      const page = await store.changes(cursor, PAGE_SIZE).catch(toDeliveryError);
      const objects = page.objects.map(({ head }) => changedObject(head));
      const messages = await builder.missed(objects, { before: cursor, after: page.next }, !page.more);
      return { messages, next: page.more ? { cursor: page.next, step: step + 1 } : null };
    },
    async advance(id, next, step) {
      // The entry comes first: it has no effect unless a connection waits for it.
      if (next !== null) await log.requestReplay(id, next.step);
      await connections.advance(id, step, next);
    },
  };
}

/** A cursor that the store no longer accepts, since it was replaced by another, is a fault of that subscriber alone. */
export function toDeliveryError(error: unknown): never {
  if (error instanceof Problem && error.code === 'invalid-parameter') throw new DeliveryError(error.message);
  throw error;
}

export type SessionParts = {
  readonly connections: Pick<Connections, 'get' | 'remove'>;
  readonly replayer: Replayer;
};

/** A subscriber in one delivery. */
export type SubscriberSession = {
  /**
   * Sends what an entry has for this subscriber.
   *
   * @returns false when the connection is gone; it is removed then
   * @throws DeliveryError; whatever the deadline throws; Problem `store-unavailable` (503)
   */
  deliver(entry: LogEntry, time: number): Promise<boolean>;
};

/**
 * Sends to one subscriber in the order of the log: first what it missed, part by part, then changes as they come.
 *
 * @param connection as it is stored; its replay may have advanced since
 * @param builderFor creates the builder of its messages
 */
export function openSession(
  { connections, replayer }: SessionParts,
  sender: Sender,
  connection: Connection,
  builderFor: (connection: Connection) => MessageBuilder,
  deadline: Deadline,
): SubscriberSession {
  const { id } = connection;
  let { replay } = connection;
  let isFresh = replay === null;
  let known: MessageBuilder | null = null;

  function builder(): MessageBuilder {
    try {
      known ??= builderFor(connection);
      return known;
    } catch (error) {
      throw new DeliveryError(String(error));
    }
  }

  async function post(message: string): Promise<boolean> {
    const isConnected = async () => (await connections.get(id)) !== null;
    if (await sender.post(connection, message, deadline, isConnected)) return true;
    await connections.remove(id);
    return false;
  }

  /** The list of connections may be older than the end of a replay. A subscriber that seems to be behind would miss changes. */
  async function refresh(): Promise<void> {
    replay = (await connections.get(id))?.replay ?? null;
    isFresh = true;
  }

  async function deliverChange(change: Change, time: number): Promise<boolean> {
    if (!isFresh) await refresh();
    if (replay !== null) return true; // the replay ends with what is written before its end
    const message = await builder().messageFor(change, time);
    return message === null || post(message);
  }

  async function deliverReplay(step: number): Promise<boolean> {
    if (replay === null) return true;
    await refresh();
    if (replay?.step !== step) return true;
    const part = await replayer.next(replay, builder());
    for (const message of part.messages) if (!(await post(message))) return false;
    await replayer.advance(id, part.next, step);
    replay = part.next;
    return true;
  }

  return {
    async deliver(entry, time) {
      if (entry.kind === 'change') return deliverChange(entry.change, time);
      return entry.connection === id ? deliverReplay(entry.step) : true;
    },
  };
}
