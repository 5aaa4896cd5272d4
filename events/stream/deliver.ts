import { hasExpired } from '../../shared/access/kept-proof.ts';
import type { Change } from '../../shared/notifications/change-feed.ts';
import type { LogEntry } from '../../shared/notifications/change-log.ts';
import type { Logger } from '../../shared/telemetry/logger.ts';
import type { Channel, Connection, Connections } from '../connections.ts';
import type { Hearing } from './hearing.ts';
import type { Replayer } from './replay.ts';

/** One entry of the log, as a stream hands it over. */
export type Delivered = {
  /** Names the entry in the stream. */
  readonly sequence: string;
  /** When it was written down, UTC milliseconds. */
  readonly time: number;
  readonly entry: LogEntry;
};

export type DeliveryParts = {
  readonly connections: Connections;
  readonly channel: Channel;
  /** Begins anew to find out what listeners want and may hear, for one delivery. */
  readonly beginHearing: () => (connection: Connection) => Hearing;
  readonly replayer: Replayer;
  /** Makes ready for a delivery to these listeners. */
  readonly prepare: (entries: readonly Delivered[], connections: readonly Connection[]) => Promise<void>;
  readonly logger: Logger;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
};

/**
 * Tells all listeners of entries of the log, in their order.
 *
 * @param deadline UTC milliseconds at which it has to be done
 * @returns the sequence of the first entry that some listener has not heard yet, from which on all are to be delivered
 *   again; null when all is done
 * @throws Problem `store-unavailable` (503): all are to be delivered again
 */
export type Deliver = (entries: readonly Delivered[], deadline: number) => Promise<string | null>;

/** Listeners that are told at the same time. */
const AT_ONCE = 32;

/** Milliseconds in which a connection may not be there yet: it is announced before its handshake ends. */
const HANDSHAKE = 5_000;

/** Milliseconds before a connection that is not there yet is tried again. */
const PAUSE = 200;

/** A listener that could not be told for so many milliseconds is cut off: it notices, and comes back for what it missed. */
const GIVE_UP = 15_000;

/** A listener did not take a message. */
class Unheard extends Error {
  override readonly name = 'Unheard';
}

/**
 * Tells listeners of what a log has, at least once each, every listener in the order of the log (specification: Notification
 * channel). A listener that is gone is removed. One that cannot be told does not hold up the others within a delivery; it is
 * told again with the next, and cut off when that goes on too long, so that nothing is missing without its knowledge. So is one
 * of whose proofs one has expired: it has to prove it anew.
 */
export function createDelivery(parts: DeliveryParts): Deliver {
  const { connections, logger, now } = parts;
  /** What listeners heard of entries that are to be delivered again, in this very process. */
  let heard = new Map<string, Set<string>>();
  /** Since when a listener cannot be told, UTC milliseconds. */
  const failing = new Map<string, number>();

  async function attempt(
    listener: Listener,
    id: string,
    entry: LogEntry,
    time: number,
  ): Promise<'heard' | 'gone' | 'later'> {
    try {
      return (await listener.hear(entry, time)) ? 'heard' : 'gone';
    } catch (error) {
      logger.warn('NETWORK', 'A listener could not be told', { error: String(error) });
      // For all else, such as a store that does not answer or an end of time, no listener is to blame.
      if (!(error instanceof Unheard)) return 'later';
      const begin = failing.get(id) ?? now();
      failing.set(id, begin);
      if (now() - begin < GIVE_UP) return 'later';
      await listener.cutOff();
      return 'gone';
    }
  }

  return async (entries, deadline) => {
    const queue = [...(await connections.all())];
    await parts.prepare(entries, queue);
    const hearingOf = parts.beginHearing();
    const done = new Map<string, Set<string>>();
    let failed = entries.length;

    async function worker(): Promise<void> {
      for (let connection = queue.pop(); connection !== undefined; connection = queue.pop()) {
        const before = heard.get(connection.id) ?? new Set();
        const mine = new Set(before);
        done.set(connection.id, mine);
        const place = await tell(connection, mine);
        failed = Math.min(failed, place);
      }
    }

    /** @returns the place of the first entry that it could not be told of */
    async function tell(connection: Connection, mine: Set<string>): Promise<number> {
      const listener = createListener(parts, connection, () => hearingOf(connection), deadline);
      if (hasExpired(connection.proofs, now())) {
        await listener.cutOff();
        return entries.length;
      }
      for (const [place, { sequence, time, entry }] of entries.entries()) {
        if (mine.has(sequence)) continue;
        const outcome = await attempt(listener, connection.id, entry, time);
        if (outcome === 'later') return place;
        if (outcome === 'gone') break;
        mine.add(sequence);
      }
      failing.delete(connection.id);
      return entries.length;
    }

    await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, worker));
    heard = failed === entries.length ? new Map() : done;
    return entries[failed]?.sequence ?? null;
  };
}

type Listener = {
  /** False when the listener is gone. */
  hear(entry: LogEntry, time: number): Promise<boolean>;
  cutOff(): Promise<void>;
};

function createListener(
  { connections, channel, replayer, now, sleep }: DeliveryParts,
  connection: Connection,
  hearingOf: () => Hearing,
  deadline: number,
): Listener {
  const { id } = connection;
  let { replay } = connection;
  let known: Hearing | null = null;

  /** @throws Unheard when what is kept of the handshake cannot be read any more */
  function hearing(): Hearing {
    try {
      known ??= hearingOf();
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

  async function hearChange(change: Change, time: number): Promise<boolean> {
    // What is written before a replay is over is part of it.
    if (replay !== null) return true;
    const message = await hearing().messageFor(change, time);
    return message === null || post(message);
  }

  async function hearReplay(step: number): Promise<boolean> {
    if (replay === null) return true;
    replay = (await connections.get(id))?.replay ?? null;
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
      await channel.close(id).catch(() => undefined);
      await connections.remove(id);
    },
  };
}
