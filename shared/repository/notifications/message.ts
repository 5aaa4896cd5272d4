import { chunksBySize } from '../../base/concurrency/chunks.ts';
import { encodeUtf8 } from '../../base/crypto/text-encoding.ts';
import type { Caller } from '../access/caller.ts';
import { mayRead } from '../access/permissions.ts';
import type { Change, ChangedObject } from '../objects/change-feed.ts';
import type { Subscription } from './subscription.ts';

/** The facts that decide which changes a subscriber receives. */
export type MessageRecipient = {
  readonly caller: Caller;
  readonly subscription: Pick<Subscription, 'wantsType'>;
  /** Short ids of the members of its framework, see `framework-members.ts`; null: all objects. */
  readonly members: ReadonlySet<string> | null;
  /** It receives ids of objects that it may not read, too. */
  readonly notifyHidden: boolean;
};

/** The objects that a recipient subscribed to and may know of, in order. */
export function objectsFor(objects: readonly ChangedObject[], recipient: MessageRecipient): readonly ChangedObject[] {
  const { caller, members, notifyHidden, subscription } = recipient;
  const { wantsType } = subscription;
  return objects.filter((object) => {
    const { access, shortId } = object;
    if (!notifyHidden && !mayRead(access, caller, shortId)) return false;
    if (members !== null && !members.has(shortId)) return false;
    return wantsType === null || wantsType(object.typeKey);
  });
}

/** The short ids of {@link objectsFor}. */
export function idsFor(objects: readonly ChangedObject[], recipient: MessageRecipient): readonly string[] {
  return objectsFor(objects, recipient).map(({ shortId }) => shortId);
}

/**
 * The message of a change (specification: Notification channel): the short id as plain text for a single save or delete, a JSON
 * array of short ids for a batch; with the cursor for a subscriber that has cursors.
 *
 * @param cursor null: it has none
 * @returns null when the recipient receives none of it
 */
export function messageFor(change: Change, recipient: MessageRecipient, cursor: string | null = null): string | null {
  const ids = idsFor(change.objects, recipient);
  if (ids.length === 0) return null;
  return cursor === null ? messageOf(change.kind, ids) : messageWithCursor(cursor, ids);
}

/** The message with these ids, at least one. */
export function messageOf(kind: Change['kind'], ids: readonly string[]): string {
  const [first] = ids;
  return kind === 'single' && first !== undefined ? first : JSON.stringify(ids);
}

/** The message with these ids for a subscriber with cursors. Without ids: everything up to the cursor has been delivered. */
export function messageWithCursor(cursor: string, ids: readonly string[]): string {
  return JSON.stringify({ cursor, ids });
}

/** Managed channels accept messages of up to 128 KB. */
const MAX_MESSAGE_BYTES = 120_000;

/** Splits a change, in order, into parts whose ids fit into one message of a managed channel. Usually there is one. */
export function* messageSized({ kind, objects }: Change): Generator<Change> {
  const bytesOf = ({ shortId }: ChangedObject): number => encodeUtf8(JSON.stringify(shortId)).length + 1;
  for (const part of chunksBySize(objects, bytesOf, { maxSize: MAX_MESSAGE_BYTES })) yield { kind, objects: part };
}
