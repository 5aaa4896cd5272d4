import type { Logger } from '../../shared/base/telemetry/logger.ts';
import type { Channel, Connection } from '../connections.ts';

/** Subscribers that are sent to at the same time. */
export const MAX_CONCURRENCY = 32;

/** A subscriber that is unreachable for longer is disconnected: it notices, reconnects, and requests what it missed. */
const UNREACHABLE_TIMEOUT_MS = 15_000;

/** A connection is registered before its handshake is complete: for this long it may not exist yet. */
const HANDSHAKE_TIMEOUT_MS = 5_000;

const RETRY_DELAY_MS = 100;

/**
 * A subscriber did not accept a message, or its stored handshake or cursor can no longer be read. All other errors, such as a store
 * that does not answer or an expired deadline, are not caused by a subscriber.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/** When a delivery ends. */
export type Deadline = {
  /** @throws when the delivery has to end */
  readonly check: () => void;
  /** Ends messages that are being sent. */
  readonly signal?: AbortSignal;
};

export type SenderParts = {
  readonly channel: Channel;
  readonly logger: Pick<Logger, 'warn'>;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
};

/** Sends messages to subscribers, and keeps track of those that cannot be reached. */
export type Sender = {
  /**
   * @param isConnected called before a message is sent again to a connection that does not exist yet
   * @returns false when the connection is gone
   * @throws DeliveryError; whatever the deadline throws
   */
  post(to: Connection, message: string, deadline: Deadline, isConnected?: () => Promise<boolean>): Promise<boolean>;
  /** Closes a connection. @returns false when it is unknown whether it is closed */
  close(id: string, signal?: AbortSignal): Promise<boolean>;
  /** How long the subscriber has been unreachable, milliseconds; null: it is reachable. */
  failingFor(id: string): number | null;
  /** Records that the subscriber could not be reached. @returns whether it is to be disconnected */
  recordFailure(id: string): boolean;
  recordSuccess(id: string): void;
  /** Forgets all subscribers but these. */
  forgetOthers(ids: ReadonlySet<string>): void;
  /** When a message was sent last, to any subscriber, UTC milliseconds. */
  lastSent(): number;
};

export function createSender({ channel, logger, now, sleep }: SenderParts): Sender {
  /** Since when a subscriber cannot be reached, UTC milliseconds. */
  const failing = new Map<string, number>();
  let lastSent = Number.NEGATIVE_INFINITY;

  return {
    async post({ id, since }, message, deadline, isConnected = async () => true) {
      for (;;) {
        deadline.check();
        const answer = await channel.post(id, message, deadline.signal).catch((error: unknown) => {
          throw new DeliveryError(String(error));
        });
        if (answer === 'sent') {
          lastSent = now();
          return true;
        }
        if (now() - since > HANDSHAKE_TIMEOUT_MS || !(await isConnected())) return false;
        await sleep(RETRY_DELAY_MS);
      }
    },
    async close(id, signal) {
      try {
        await channel.close(id, signal);
      } catch (error) {
        logger.warn('NETWORK', 'A subscriber could not be disconnected', { error: String(error) });
        return false;
      }
      failing.delete(id);
      return true;
    },
    failingFor(id) {
      const since = failing.get(id);
      return since === undefined ? null : now() - since;
    },
    recordFailure(id) {
      const since = failing.get(id) ?? now();
      failing.set(id, since);
      return now() - since >= UNREACHABLE_TIMEOUT_MS;
    },
    recordSuccess: (id) => void failing.delete(id),
    forgetOthers(ids) {
      for (const id of failing.keys()) if (!ids.has(id)) failing.delete(id);
    },
    lastSent: () => lastSent,
  };
}
