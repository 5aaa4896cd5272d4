import type { LogEntry } from '../../shared/notifications/change-log.ts';
import type { Change } from '../../shared/objects/change-feed.ts';
import type { Logger } from '../../shared/telemetry/logger.ts';
import type { Channel, Connection, Connections } from '../connections.ts';
import type { Hearing } from './hearing.ts';
import { HANDSHAKE } from './patience.ts';
import type { Replayer } from './replay.ts';
import { Unheard } from './unheard.ts';

export type ListenerParts = {
  readonly connections: Pick<Connections, 'get' | 'remove'>;
  readonly channel: Channel;
  readonly replayer: Replayer;
  readonly logger: Pick<Logger, 'warn'>;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
};

/** A connection as one delivery speaks to it. */
export type Listener = {
  /**
   * Tells it of an entry, if there is something in it for this listener.
   *
   * @returns false when the listener is gone; it is removed then
   * @throws Unheard; Error when there was no time left; Problem `store-unavailable` (503)
   */
  hear(entry: LogEntry, time: number): Promise<boolean>;
  /**
   * Closes the connection and removes it: the listener notices, and comes back.
   *
   * @returns false when it is not known whether that was done; the connection stays known then
   */
  cutOff(): Promise<boolean>;
};

/** Milliseconds before a connection that is not there yet is tried again. */
const PAUSE = 200;

/**
 * Speaks to a listener in the order of the log: first what it missed, part by part, then changes as they come.
 *
 * @param connection as it is kept; its replay may be further by now
 * @param hearingOf finds out what it wants and may hear
 * @param deadline UTC milliseconds after which nothing more is sent
 */
export function createListener(
  { connections, channel, replayer, logger, now, sleep }: ListenerParts,
  connection: Connection,
  hearingOf: (connection: Connection) => Hearing,
  deadline: number,
): Listener {
  const { id } = connection;
  let { replay } = connection;
  let isFresh = replay === null;
  let known: Hearing | null = null;

  /** @throws Unheard when what is kept of the handshake cannot be read any more */
  function hearing(): Hearing {
    try {
      known ??= hearingOf(connection);
      return known;
    } catch (error) {
      throw new Unheard(String(error));
    }
  }

  async function post(message: string): Promise<boolean> {
    for (;;) {
      if (now() >= deadline) throw new Error('There was no time left.');
      const answer = await channel.post(id, message).catch((error: unknown) => {
        throw new Unheard(String(error));
      });
      if (answer === 'sent') return true;
      const isYoung = now() - connection.since <= HANDSHAKE;
      if (!isYoung || (await connections.get(id)) === null) break;
      await sleep(PAUSE);
    }
    await connections.remove(id);
    return false;
  }

  /** The list of connections may be older than the end of a replay: who was taken for one that is behind would miss changes. */
  async function refresh(): Promise<void> {
    replay = (await connections.get(id))?.replay ?? null;
    isFresh = true;
  }

  async function hearChange(change: Change, time: number): Promise<boolean> {
    if (!isFresh) await refresh();
    // What is written before a replay is over is part of it.
    if (replay !== null) return true;
    const message = await hearing().messageFor(change, time);
    return message === null || post(message);
  }

  async function hearReplay(step: number): Promise<boolean> {
    if (replay === null) return true;
    await refresh();
    if (replay?.step !== step) return true;
    const part = await replayer.next(replay, hearing());
    for (const message of part.messages) if (!(await post(message))) return false;
    await replayer.goOn(id, part.next, step);
    replay = part.next;
    return true;
  }

  return {
    async hear(entry, time) {
      if (entry.kind === 'change') return hearChange(entry.change, time);
      return entry.connection === id ? hearReplay(entry.step) : true;
    },
    async cutOff() {
      try {
        await channel.close(id);
        await connections.remove(id);
        return true;
      } catch (error) {
        logger.warn('NETWORK', 'A listener could not be cut off', { error: String(error) });
        return false;
      }
    },
  };
}
