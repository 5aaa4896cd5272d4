import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import type { Logger } from '../../shared/base/telemetry/logger.ts';
import { hasExpired } from '../../shared/repository/access/stored-proof.ts';
import type { LogEntry } from '../../shared/repository/notifications/change-log.ts';
import type { Connection, Connections } from '../connections.ts';
import type { MessageBuilder } from './message-builder.ts';
import { createSender, type Deadline, DeliveryError, MAX_CONCURRENCY, type SenderParts } from './sender.ts';
import { openSession, type SessionParts, type SubscriberSession } from './subscriber-session.ts';

/** An entry of the log, as the stream delivers it. */
export type StreamedEntry = {
  /** Identifies the entry in the stream. */
  readonly sequence: string;
  /** When it was written, UTC milliseconds. */
  readonly time: number;
  readonly entry: LogEntry;
};

export type DeliveryParts = SessionParts &
  SenderParts & {
    readonly connections: Pick<Connections, 'all' | 'get' | 'remove'>;
    readonly logger: Pick<Logger, 'warn' | 'error'>;
    /** Begins one delivery. @returns creates the builder of each subscriber's messages */
    readonly beginDelivery: () => (connection: Connection) => MessageBuilder;
    /** Called before a delivery to these subscribers. */
    readonly prepare: (entries: readonly StreamedEntry[], connections: readonly Connection[]) => Promise<void>;
  };

/**
 * Delivers entries of the log to all subscribers, in their order.
 *
 * @param deadline UTC milliseconds at which it has to be done
 * @returns the sequence of the first entry that some subscriber has not received, from which on all are to be delivered again;
 *   null when all is done
 * @throws Problem `store-unavailable` (503): all are to be delivered again
 */
export type Deliver = (entries: readonly StreamedEntry[], deadline: number) => Promise<string | null>;

/**
 * A subscriber that can neither be reached nor disconnected delays the others for this long at most; then it is forgotten. Managed
 * channels close a connection that stays silent.
 */
const FORGET_TIMEOUT_MS = 60_000;

/**
 * Delivers the entries of a log, at least once to each subscriber, in their order (specification: Notification channel). A
 * connection that is gone is removed. A subscriber that cannot be reached does not delay the others within a delivery. It is tried
 * again with the next, and disconnected when that lasts too long, so that it never misses anything without knowing. So is a
 * subscriber whose proof has expired: it has to prove its key again.
 */
export function createDelivery(parts: DeliveryParts): Deliver {
  const { connections, logger, now } = parts;
  const sender = createSender(parts);
  /** By subscriber, which of the entries that are to be delivered again it has received from this process. */
  let received = new Map<string, Set<string>>();

  async function disconnect(id: string): Promise<boolean> {
    return (await sender.close(id)) && remove(id);
  }

  async function remove(id: string): Promise<boolean> {
    try {
      await connections.remove(id);
      return true;
    } catch (error) {
      logger.warn('NETWORK', 'A subscriber could not be removed', { error: String(error) });
      return false;
    }
  }

  /** @returns whether an unreachable subscriber no longer delays the others */
  async function giveUp(id: string): Promise<boolean> {
    if (!sender.recordFailure(id)) return false;
    if (await disconnect(id)) return true;
    const failingFor = sender.failingFor(id) ?? 0;
    // If no message got through to anyone since, the channel is down, and no subscriber misses anything when it is back.
    if (failingFor < FORGET_TIMEOUT_MS || sender.lastSent() < now() - failingFor) return false;
    logger.error('NETWORK', 'A subscriber that can neither be reached nor disconnected is forgotten', {
      connection: id,
    });
    return remove(id);
  }

  async function attempt(
    session: SubscriberSession,
    id: string,
    entry: LogEntry,
    time: number,
  ): Promise<'delivered' | 'gone' | 'later'> {
    try {
      return (await session.deliver(entry, time)) ? 'delivered' : 'gone';
    } catch (error) {
      logger.warn('NETWORK', 'A message could not be delivered to a subscriber', { error: String(error) });
      return error instanceof DeliveryError && (await giveUp(id)) ? 'gone' : 'later';
    }
  }

  return async (entries, until) => {
    const all = await connections.all();
    sender.forgetOthers(new Set(all.map(({ id }) => id)));
    await parts.prepare(entries, all);
    const builderFor = parts.beginDelivery();
    const before = received;
    received = new Map(all.map(({ id }) => [id, new Set(before.get(id))]));
    const deadline: Deadline = {
      check() {
        if (now() >= until) throw new Error('The delivery ran out of time.');
      },
    };

    /** @returns the position of the first entry that the subscriber did not receive */
    async function deliverTo(connection: Connection): Promise<number> {
      const { id, proofs } = connection;
      if (hasExpired(proofs, now())) {
        await disconnect(id);
        return entries.length;
      }
      const session = openSession(parts, sender, connection, builderFor, deadline);
      const mine = received.get(id) ?? new Set();
      for (const [position, { sequence, time, entry }] of entries.entries()) {
        if (mine.has(sequence)) continue;
        const outcome = await attempt(session, id, entry, time);
        if (outcome === 'later') return position;
        if (outcome === 'gone') break;
        mine.add(sequence);
      }
      sender.recordSuccess(id);
      return entries.length;
    }

    const reached = await mapLimit(all, MAX_CONCURRENCY, deliverTo);
    const first = Math.min(entries.length, ...reached);
    if (first === entries.length) received = new Map();
    return entries[first]?.sequence ?? null;
  };
}
