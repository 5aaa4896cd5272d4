import type { Caller } from '../access/caller.ts';
import { mayRead } from '../access/permissions.ts';
import type { Change, ChangedObject } from '../objects/change-feed.ts';
import type { Subscription } from './subscription.ts';

/** Who listens, and to what. */
export type Listener = {
  readonly caller: Caller;
  readonly subscription: Pick<Subscription, 'wantsType'>;
  /** Short ids of what it wants to hear of, see `framework-members.ts`; null: of everything. */
  readonly members: ReadonlySet<string> | null;
  /** It is told ids of objects too that it may not read. */
  readonly notifyHidden: boolean;
};

/** The short ids, in the order of the objects, of those that a listener may hear of and wants to. */
export function idsFor(objects: readonly ChangedObject[], listener: Listener): readonly string[] {
  const { caller, members, notifyHidden, subscription } = listener;
  const { wantsType } = subscription;
  return objects.flatMap((object) => {
    const { access, shortId } = object;
    if (!notifyHidden && !mayRead(access, caller, shortId)) return [];
    if (members !== null && !members.has(shortId)) return [];
    return wantsType === null || wantsType(object.typeKey) ? [shortId] : [];
  });
}

/**
 * What one listener of the notification channel is sent for a change (specification: Notification channel): the short id
 * as plain text for a single save or delete, a JSON array of short ids for a batch.
 *
 * @returns null when there is nothing for this listener
 */
export function messageFor(change: Change, listener: Listener): string | null {
  const ids = idsFor(change.objects, listener);
  return ids.length === 0 ? null : messageOf(change.kind, ids);
}

/** The text for these ids, one at least. */
export function messageOf(kind: Change['kind'], ids: readonly string[]): string {
  const [first] = ids;
  return kind === 'single' && first !== undefined ? first : JSON.stringify(ids);
}

/** The text for these ids, for a listener that asked for cursors. Without any id: it has heard all that there was. */
export function messageWithCursor(cursor: string, ids: readonly string[]): string {
  return JSON.stringify({ cursor, ids });
}
