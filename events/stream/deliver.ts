import { hasExpired } from '../../shared/access/kept-proof.ts';
import type { LogEntry } from '../../shared/notifications/change-log.ts';
import type { Logger } from '../../shared/telemetry/logger.ts';
import type { Channel, Connection, Connections } from '../connections.ts';
import type { Hearing } from './hearing.ts';
import { createListener, type Listener, type ListenerParts } from './listener.ts';
import { AT_ONCE, GIVE_UP } from './patience.ts';
import { Unheard } from './unheard.ts';

/** One entry of the log, as a stream hands it over. */
export type Delivered = {
  /** Names the entry in the stream. */
  readonly sequence: string;
  /** When it was written down, UTC milliseconds. */
  readonly time: number;
  readonly entry: LogEntry;
};

export type DeliveryParts = ListenerParts & {
  readonly connections: Pick<Connections, 'all' | 'get' | 'remove'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Begins anew to find out what listeners want and may hear, for one delivery. */
  readonly beginHearing: () => (connection: Connection) => Hearing;
  /** Makes ready for a delivery to these listeners. */
  readonly prepare: (entries: readonly Delivered[], connections: readonly Connection[]) => Promise<void>;
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

/**
 * One that cannot be cut off either holds up the others for so many milliseconds at most. Then it is forgotten: managed channels
 * end a connection that stays silent.
 */
const FORGET = 60_000;

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
  /** When a message was taken last, by whomever, UTC milliseconds. */
  let taken = Number.NEGATIVE_INFINITY;
  const channel: Channel = {
    ...parts.channel,
    async post(id, message, signal) {
      const answer = await parts.channel.post(id, message, signal);
      if (answer === 'sent') taken = now();
      return answer;
    },
  };

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
      return error instanceof Unheard && (await giveUp(listener, id)) ? 'gone' : 'later';
    }
  }

  /** Whether a listener that could not be told again is not waited for any longer. */
  async function giveUp(listener: Listener, id: string): Promise<boolean> {
    const begin = failing.get(id) ?? now();
    failing.set(id, begin);
    if (now() - begin < GIVE_UP) return false;
    if (await listener.cutOff()) return true;
    // A channel that nobody hears through is no listener's fault: all of them miss nothing when it is there again.
    if (now() - begin < FORGET || taken < begin) return false;
    logger.error('NETWORK', 'A listener that can neither be told nor cut off is forgotten', { connection: id });
    return connections.remove(id).then(
      () => true,
      () => false,
    );
  }

  return async (entries, deadline) => {
    const queue = [...(await connections.all())];
    const known = new Set(queue.map(({ id }) => id));
    for (const id of failing.keys()) if (!known.has(id)) failing.delete(id);
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
      const listener = createListener({ ...parts, channel }, connection, hearingOf, deadline);
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
