import type { Caller } from '../../shared/repository/access/caller.ts';
import { changesOfCopy, type FormerStates } from '../../shared/repository/notifications/former-states.ts';
import type { SubscriberFilter } from '../../shared/repository/notifications/subscriber-filter.ts';
import type { ChangedObject } from '../../shared/repository/objects/change-feed.ts';

/**
 * Makes the lines of the changes that a caller may see, in their order: JSON texts.
 *
 * @throws Problem `store-unavailable` (503)
 */
export type ChangeLines = (objects: readonly ChangedObject[]) => Promise<readonly string[]>;

/** @param caller called for each page, since keys may be forwarded */
export function createChangeLines(filter: SubscriberFilter, caller: () => Caller, former: FormerStates): ChangeLines {
  return async (objects) => {
    const known = await changesOfCopy(objects, caller(), former);
    const byId = new Map(known.map((object) => [object.shortId, object]));
    let lines: readonly string[] = [];
    await filter.deliver(known, async (ids) => {
      lines = ids.flatMap((id) => lineOf(byId.get(id)));
    });
    return lines;
  };
}

function lineOf(object: ChangedObject | undefined): string | [] {
  if (object === undefined) return [];
  const { shortId, version, typeKey, deleted } = object;
  return JSON.stringify({ id: shortId, version, type: typeKey, deleted });
}
