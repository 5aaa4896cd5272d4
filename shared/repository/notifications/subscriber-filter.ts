import type { Caller } from '../access/caller.ts';
import type { ChangedObject } from '../objects/change-feed.ts';
import { type FrameworkMembers, requireFramework, visibleMembers } from './framework-members.ts';
import { idsFor } from './message.ts';
import type { Subscription } from './subscription.ts';

/** Selects what a subscriber receives of changes. */
export type SubscriberFilter = {
  /**
   * Calls `send` with the short ids that the subscriber receives, unless there are none, in the order of the calls.
   *
   * @returns resolves when `send` has
   */
  deliver(objects: readonly ChangedObject[], send: (ids: readonly string[]) => Promise<void>): Promise<void>;
};

export type SubscriberFilterParts = {
  readonly subscription: Pick<Subscription, 'wantsType' | 'framework'>;
  /** Called for each delivery, since keys may be forwarded. */
  readonly caller: () => Caller;
  readonly notifyHidden: boolean;
  /** Returns what belongs to a framework now; null when it does not exist. */
  readonly frameworkMembers: (id: string) => Promise<FrameworkMembers | null>;
  readonly report: (error: unknown) => void;
};

/**
 * Opens the filter of a subscriber.
 *
 * @throws Problem `not-found` (404) for a framework that does not exist or may not be read, `store-unavailable` (503)
 */
export async function openSubscriberFilter(parts: SubscriberFilterParts): Promise<SubscriberFilter> {
  const { subscription, caller, notifyHidden, frameworkMembers, report } = parts;
  const { framework: name } = subscription;
  if (name === null) return { deliver: (objects, send) => sendVisible(parts, objects, null, send) };
  let framework = requireFramework(await frameworkMembers(name), caller(), notifyHidden);
  let queue: Promise<unknown> = Promise.resolve();

  /** A change of the framework itself may change its list. */
  async function reloadIfChanged(id: string, objects: readonly ChangedObject[]): Promise<void> {
    if (!objects.some(({ shortId }) => shortId === framework.shortId)) return;
    try {
      framework = (await frameworkMembers(id)) ?? framework;
    } catch (error) {
      report(error); // the previous list is used until the framework changes again
    }
  }

  return {
    deliver(objects, send) {
      const reloaded = queue.then(() => reloadIfChanged(name, objects));
      queue = reloaded;
      return reloaded.then(() => sendVisible(parts, objects, visibleMembers(framework, caller(), notifyHidden), send));
    },
  };
}

/** Not async, so that the objects are not kept in memory until the ids are sent. */
function sendVisible(
  { subscription, caller, notifyHidden }: SubscriberFilterParts,
  objects: readonly ChangedObject[],
  members: ReadonlySet<string> | null,
  send: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  const ids = idsFor(objects, { subscription, caller: caller(), members, notifyHidden });
  return ids.length === 0 ? Promise.resolve() : send(ids);
}
