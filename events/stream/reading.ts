import { Problem } from '../../shared/errors/problem.ts';
import { messageSized } from '../../shared/notifications/log-entry.ts';
import { readSubscription } from '../../shared/notifications/subscription.ts';
import type { Change } from '../../shared/objects/change-feed.ts';
import { changedObject } from '../../shared/objects/changed-object.ts';
import type { ChangePage, ObjectStore } from '../../shared/store/object-store.ts';
import { createLine } from '../../shared/timing/line.ts';
import type { Connection } from '../connections.ts';
import type { Place } from './followers.ts';
import type { Hearing } from './hearing.ts';
import { Unheard } from './unheard.ts';

export type ReadingParts = {
  readonly store: Pick<ObjectStore, 'changes'>;
  /** Begins anew to find out what listeners want and may hear, for one delivery. */
  readonly beginHearing: () => (connection: Connection) => Hearing;
};

/** Objects of one page. */
const OBJECTS = 1_000;

/** What a listener is to be told that is at a place. */
export type Reading = (connection: Connection, place: Place) => Promise<Part>;

/** A part of it. */
export type Part = {
  readonly messages: readonly string[];
  /** The same place when there was nothing behind it. */
  readonly next: Place;
  readonly isLast: boolean;
};

/**
 * Begins to read what is to be told in one delivery. For listeners at the same place the store is asked once, and who was told
 * all is at the same place as the others of whom that is true.
 *
 * @param change what the invocation wrote; null: nothing
 * @returns reads the next part for a listener. It throws {@link Unheard} when that cannot be told any more, Problem
 *   `store-unavailable` (503)
 */
export function createReading({ store, beginHearing }: ReadingParts, change: Change | null): Reading {
  const hearingOf = beginHearing();
  /** Pages may be large, and one that is read after another ends where that ended, or behind it. */
  const inTurn = createLine(1);
  const hearings = new Map<string, Hearing>();
  let last: { readonly cursor: string; readonly page: Promise<ChangePage> } | null = null;
  /** Where the first listener who was told all is then. So are the others: from then on the store is asked once for all of them. */
  let end: string | null = null;

  function pageAfter(cursor: string): Promise<ChangePage> {
    if (last?.cursor !== cursor) last = { cursor, page: store.changes(cursor, OBJECTS).catch(unheard) };
    return last.page;
  }

  function hearing(connection: Connection): Hearing {
    try {
      const found = hearings.get(connection.id) ?? hearingOf(connection);
      hearings.set(connection.id, found);
      return found;
    } catch (error) {
      throw new Unheard(String(error));
    }
  }

  return (connection, place) =>
    inTurn(async () => {
      const page = await pageAfter(place.cursor);
      const isBehind = place.isBehind && page.more;
      const isMoved = page.objects.length > 0 || page.more || isBehind !== place.isBehind;
      if (isMoved && !page.more) end ??= page.next;
      const next = isMoved ? { cursor: page.more ? page.next : (end ?? page.next), isBehind } : place;
      const messages = await messagesOf(hearing(connection), connection, { page, change, place, next });
      return { messages, next, isLast: !page.more };
    });
}

/** The change of this invocation as the write that it was; what was left of earlier ones as what was missed. */
async function messagesOf(
  hearing: Hearing,
  { query }: Connection,
  parts: { readonly page: ChangePage; readonly change: Change | null; readonly place: Place; readonly next: Place },
): Promise<readonly string[]> {
  const { page, change, place, next } = parts;
  const objects = page.objects.map(({ head }) => changedObject(head));
  const cursors = { before: place.cursor, behind: next.cursor };
  const isEndOfReplay = place.isBehind && !next.isBehind;
  if (change === null || readSubscription(new URLSearchParams(query)).cursors) {
    return objects.length > 0 || isEndOfReplay ? hearing.missed(objects, cursors, isEndOfReplay) : [];
  }
  const read = new Set(objects.map(({ writeId }) => writeId));
  const own = change.objects.filter(({ writeId }) => read.has(writeId));
  const ownIds = new Set(own.map(({ writeId }) => writeId));
  const earlier = objects.filter(({ writeId }) => !ownIds.has(writeId));
  const messages = earlier.length === 0 ? [] : [...(await hearing.missed(earlier, cursors, false))];
  for (const part of messageSized({ kind: change.kind, objects: own })) {
    const message = await hearing.messageFor(part, 0);
    if (message !== null) messages.push(message);
  }
  return messages;
}

function unheard(error: unknown): never {
  if (error instanceof Problem && error.code === 'invalid-parameter') throw new Unheard(error.message);
  throw error;
}
