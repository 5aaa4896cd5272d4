import type { Caller } from '../../shared/access/caller.ts';
import { callerOfKept } from '../../shared/access/kept-proof.ts';
import type { Context } from '../../shared/context.ts';
import {
  type FrameworkMembers,
  frameworkMembers,
  wantedMembers,
} from '../../shared/notifications/framework-members.ts';
import { messageSized } from '../../shared/notifications/log-entry.ts';
import { idsFor, type Listener, messageOf, messageWithCursor } from '../../shared/notifications/message.ts';
import { readSubscription } from '../../shared/notifications/subscription.ts';
import type { Change, ChangedObject } from '../../shared/objects/change-feed.ts';
import type { Connection } from '../connections.ts';

/** What one listener wants to hear and may hear. All of it may fail with Problem `store-unavailable` (503). */
export type Hearing = {
  /**
   * The message of a change for it; null when there is nothing for it.
   *
   * @param time when the change was written down, UTC milliseconds
   */
  messageFor(change: Change, time: number): Promise<string | null>;
  /**
   * The messages of a part of what it missed.
   *
   * @param cursors in front of this part and behind it
   * @param last there is nothing more behind it
   */
  missed(
    objects: readonly ChangedObject[],
    cursors: { readonly before: string; readonly behind: string },
    last: boolean,
  ): Promise<readonly string[]>;
};

export type HearingParts = Pick<Context, 'store' | 'readKey' | 'forwarding'> & {
  readonly config: Pick<Context['config'], 'bases' | 'notifyHidden'>;
};

/**
 * Milliseconds by which a cursor of a change is behind it. A change that a process which died did not write down is written
 * down by the next repairs: who goes on from a cursor hears of it, and once more of what else was written in this time.
 */
const BEHIND = 180_000;

/**
 * Finds out what listeners want and may hear.
 *
 * @returns begins anew for one delivery: the store is then asked once for each framework and cursor, and what it answers holds for
 *   all entries of the delivery, since these were written down after they were stored
 */
export function createHearings(parts: HearingParts): () => (connection: Connection) => Hearing {
  /** What frameworks listed at the delivery before: what is taken out of one is told of until then. */
  let before = new Map<string, FrameworkMembers | null>();

  return () => {
    const asked = new Map<string, Promise<FrameworkMembers | null>>();
    const answered = new Map<string, FrameworkMembers | null>();
    const earlier = before;
    before = answered;
    const cursors = new Map<number, Promise<string>>();

    return (connection) => hearingOf(parts, connection, { membersOf, cursorAt });

    async function membersOf(id: string, caller: Caller): Promise<ReadonlySet<string>> {
      const found = await remember(asked, id, () => frameworkMembers(parts, id));
      answered.set(id, found);
      const both = [found, earlier.get(id) ?? null].flatMap((members) => members ?? []);
      return new Set(both.flatMap((members) => [...wantedMembers(members, caller, parts.config.notifyHidden)]));
    }

    function cursorAt(time: number): Promise<string> {
      return remember(cursors, time, () => parts.store.changesSince(Math.max(0, time - BEHIND)));
    }
  };
}

type Asking = {
  membersOf(id: string, caller: Caller): Promise<ReadonlySet<string>>;
  cursorAt(time: number): Promise<string>;
};

function hearingOf(
  { readKey, forwarding, config }: HearingParts,
  { query, proofs }: Connection,
  { membersOf, cursorAt }: Asking,
): Hearing {
  const subscription = readSubscription(new URLSearchParams(query));
  const proved = callerOfKept(proofs, readKey);

  /** By the keys that count now, which may lead to others. */
  async function listenerNow(): Promise<Listener> {
    const caller = forwarding.apply(proved);
    const { framework } = subscription;
    const members = framework === null ? null : await membersOf(framework, caller);
    return { caller, subscription, members, notifyHidden: config.notifyHidden };
  }

  return {
    async messageFor(change, time) {
      const ids = idsFor(change.objects, await listenerNow());
      if (ids.length === 0) return null;
      return subscription.cursors ? messageWithCursor(await cursorAt(time), ids) : messageOf(change.kind, ids);
    },

    async missed(objects, { before, behind }, last) {
      const listener = await listenerNow();
      const parts = [...messageSized({ kind: 'batch', objects })]
        .map((change) => idsFor(change.objects, listener))
        .filter((ids) => ids.length > 0);
      if (!subscription.cursors) return parts.map((ids) => messageOf(ids.length === 1 ? 'single' : 'batch', ids));
      // Who goes on from an earlier message of several still needs the later ones.
      const told = parts.map((ids, index) => messageWithCursor(index === parts.length - 1 ? behind : before, ids));
      return last ? [...told, messageWithCursor(behind, [])] : told;
    },
  };
}

function remember<K, V>(known: Map<K, Promise<V>>, key: K, ask: () => Promise<V>): Promise<V> {
  const found = known.get(key) ?? ask();
  known.set(key, found);
  return found;
}
