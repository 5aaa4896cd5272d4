import type { Logger } from '../../shared/base/telemetry/logger.ts';
import type { Channel, CloseReason, Connection } from '../connections.ts';

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
   * @param signal ends the attempts; its reason is thrown
   * @param isConnected called before a message is sent again to a connection that does not exist yet
   * @returns false when the connection is gone
   * @throws DeliveryError
   */
  post(to: Connection, message: string, signal: AbortSignal, isConnected: () => Promise<boolean>): Promise<boolean>;
  /** Closes a connection. @returns false when it is unknown whether it is closed */
  close(id: string, reason: CloseReason, signal: AbortSignal): Promise<boolean>;
  /** How long the subscriber has been unreachable, milliseconds; null: it is reachable. */
  failingFor(id: string): number | null;
  /** Records that the subscriber could not be reached. @returns whether it has to be disconnected */
  recordFailure(id: string): boolean;
  recordSuccess(id: string): void;
  /** Forgets all subscribers but these. */
  forgetOthers(ids: ReadonlySet<string>): void;
};

export function createSender({ channel, logger, now, sleep }: SenderParts): Sender {
  /** Since when a subscriber cannot be reached, UTC milliseconds. */
  const failing = new Map<string, number>();

  return {
    async post({ id, since }, message, signal, isConnected) {
      for (;;) {
        signal.throwIfAborted();
        const answer = await channel.post(id, message, signal).catch((error: unknown) => {
          throw new DeliveryError(String(error));
        });
        if (answer === 'sent') return true;
        if (now() - since > HANDSHAKE_TIMEOUT_MS || !(await isConnected())) return false;
        await sleep(RETRY_DELAY_MS);
      }
    },
    async close(id, reason, signal) {
      try {
        await channel.close(id, reason, signal);
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
  };
}
