import type { Caller } from '../access/caller.ts';
import { mayRead } from '../access/permissions.ts';
import type { Change } from './change-feed.ts';

/**
 * What one listener of the notification channel is sent for a change (specification: Notification channel): the short id
 * as plain text for a single save or delete, a JSON array of short ids for a batch.
 *
 * @param notifyHidden send ids of objects too that the listener may not read
 * @returns null when there is nothing for this listener
 */
export function messageFor(change: Change, listener: Caller, notifyHidden: boolean): string | null {
  const ids = change.objects
    .filter(({ access, shortId }) => notifyHidden || mayRead(access, listener, shortId))
    .map(({ shortId }) => shortId);
  const [first] = ids;
  if (first === undefined) return null;
  return change.kind === 'single' ? first : JSON.stringify(ids);
}
