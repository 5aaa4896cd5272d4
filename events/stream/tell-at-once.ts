import { hasExpired } from '../../shared/access/kept-proof.ts';
import type { Change, ChangeFeed } from '../../shared/objects/change-feed.ts';
import type { Logger } from '../../shared/telemetry/logger.ts';
import { createLine } from '../../shared/timing/line.ts';
import type { Channel, Connection } from '../connections.ts';
import type { Follower, Followers, Place, Step } from './followers.ts';
import { AT_ONCE, GIVE_UP, HANDSHAKE } from './patience.ts';
import { createReading, type Reading, type ReadingParts } from './reading.ts';
import { Unheard } from './unheard.ts';

export type TellerParts = ReadingParts & {
  readonly followers: Pick<Followers, 'all' | 'move'>;
  readonly channel: Channel;
  readonly logger: Pick<Logger, 'warn'>;
  /** UTC milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Milliseconds that one delivery may take; 3,000 when absent. */
  readonly patience?: number;
};

/** Tells listeners of changes while the function that made them still runs. */
export type Teller = ChangeFeed & {
  /**
   * Does the work of an invocation, and then tells listeners what was left of earlier ones, unless the work did so. Deliveries
   * that fail do not fail the invocation.
   *
   * @param isDoubtful whether the work may have written something that it does not know of, by its result
   */
  during<T>(work: () => Promise<T>, isDoubtful?: (result: T) => boolean): Promise<T>;
  /** Somebody may lack something: the next invocation looks for it. */
  doubt(): void;
};

/** Where a listener is after a delivery, and whether that was all there was for it. */
type Outcome = { readonly place: Place; readonly isAll: boolean } | 'gone';

/** Milliseconds that a delivery may take, for all listeners together. */
const PATIENCE = 3_000;

/** Milliseconds for a listener that could not be told the last time. */
const LITTLE_PATIENCE = 1_000;

/** Milliseconds before a connection that is not there yet is tried again. */
const PAUSE = 100;

/**
 * Tells listeners of changes, at least once each, where a process is frozen with its answer and no log stands between it and its
 * listeners (specification: Notification channel). The store is the log: each listener has a place in its changes, and is told
 * what comes after that. A write is acknowledged when all were told, or after some seconds: who was not told by then keeps its
 * place, and is told with the next invocation, and so is what a process left that died in between. While nobody
 * listens, a write costs one small read.
 */
export function createTeller(parts: TellerParts): Teller {
  const { followers, logger, now } = parts;
  const inTurn = createLine(1);
  /** Whether a listener may lack something. A new process does not know what the one before it left. */
  let isPending = true;
  let deliveries = 0;
  /** Since when a listener cannot be told, UTC milliseconds. */
  const failing = new Map<string, number>();

  async function deliver(change: Change | null): Promise<void> {
    deliveries++;
    isPending = true;
    try {
      isPending = !(await tellAll(change));
    } catch (error) {
      logger.warn('NETWORK', 'Listeners could not be told of changes', { error: String(error) });
    }
  }

  /** @returns whether nothing is left to tell */
  async function tellAll(change: Change | null): Promise<boolean> {
    const all = await followers.all();
    for (const id of failing.keys()) if (!all.some(({ connection }) => connection.id === id)) failing.delete(id);
    if (all.length === 0) return true;
    // Those that failed come last: they keep nobody waiting.
    const queue = all.toSorted((a, b) => Number(failing.has(b.connection.id)) - Number(failing.has(a.connection.id)));
    const told = new Map<string, Step>();
    const over = AbortSignal.timeout(parts.patience ?? PATIENCE);
    const read = createReading(parts, change);
    let isDone = true;

    async function worker(): Promise<void> {
      for (let follower = queue.pop(); follower !== undefined; follower = queue.pop()) {
        const end = await tell(follower, read, over);
        const { connection, place: from } = follower;
        if (end === 'gone') told.set(connection.id, 'gone');
        else if (end.place !== from) told.set(connection.id, { from, to: end.place });
        if (end !== 'gone' && !end.isAll) isDone = false;
      }
    }

    await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, worker));
    await followers.move(told);
    return isDone;
  }

  async function tell(follower: Follower, read: Reading, over: AbortSignal): Promise<Outcome> {
    const { connection } = follower;
    const { id, proofs } = connection;
    let { place } = follower;
    if (hasExpired(proofs, now())) return cutOff(id, place);
    const signal = patienceFor(id, over);
    try {
      for (;;) {
        signal.throwIfAborted();
        const { messages, next, isLast } = await read(connection, place);
        if (!(await postAll(connection, messages, signal))) return 'gone';
        place = next;
        if (isLast) break;
      }
      failing.delete(id);
      return { place, isAll: true };
    } catch (error) {
      logger.warn('NETWORK', 'A listener could not be told', { error: String(error) });
      // For all else, such as a store that does not answer or an end of time, no listener is to blame.
      return error instanceof Unheard && isHopeless(id) ? cutOff(id, place) : { place, isAll: false };
    }
  }

  function patienceFor(id: string, over: AbortSignal): AbortSignal {
    return failing.has(id) ? AbortSignal.any([over, AbortSignal.timeout(LITTLE_PATIENCE)]) : over;
  }

  /** Whether a listener that could not be told again could not for too long. */
  function isHopeless(id: string): boolean {
    const since = failing.get(id) ?? now();
    failing.set(id, since);
    return now() - since >= GIVE_UP;
  }

  async function postAll(to: Connection, messages: readonly string[], signal: AbortSignal): Promise<boolean> {
    for (const message of messages) if (!(await post(to, message, signal))) return false;
    return true;
  }

  /** False when the listener is gone. @throws Unheard when it is not known */
  async function post({ id, since }: Connection, message: string, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      signal.throwIfAborted();
      const answer = await parts.channel.post(id, message, signal).catch((error: unknown) => {
        throw new Unheard(String(error));
      });
      if (answer === 'sent') return true;
      if (now() - since > HANDSHAKE) return false;
      await parts.sleep(PAUSE);
    }
  }

  /** Closes a connection. Where that is not known to be done, the listener keeps its place: it would else miss all unknowingly. */
  async function cutOff(id: string, place: Place): Promise<Outcome> {
    try {
      await parts.channel.close(id, AbortSignal.timeout(LITTLE_PATIENCE));
    } catch (error) {
      logger.warn('NETWORK', 'A listener could not be cut off', { error: String(error) });
      return { place, isAll: false };
    }
    failing.delete(id);
    return 'gone';
  }

  return {
    publish: (change) => inTurn(() => deliver(change)),
    async during(work, isDoubtful) {
      const isDue = isPending;
      const before = deliveries;
      const result = await work();
      if (isDue && deliveries === before) await inTurn(() => deliver(null));
      if (isDoubtful?.(result) === true) isPending = true;
      return result;
    },
    doubt() {
      isPending = true;
    },
  };
}
