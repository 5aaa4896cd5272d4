import type { LogEntry } from '../../shared/notifications/change-log.ts';
import type { Change } from '../../shared/objects/change-feed.ts';
import type { Connection, Connections } from '../connections.ts';
import type { MessageBuilder } from './message-builder.ts';
import type { Replayer } from './replay.ts';
import { type Deadline, DeliveryError, type Sender } from './sender.ts';

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
 * @param connection as it is kept; its replay may have advanced since
 * @param builderFor makes what builds its messages
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
