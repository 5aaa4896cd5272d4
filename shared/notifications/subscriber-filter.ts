import type { Caller } from '../access/caller.ts';
import type { ChangedObject } from '../objects/change-feed.ts';
import { type FrameworkMembers, requireFramework, wantedMembers } from './framework-members.ts';
import { idsFor } from './message.ts';
import type { Subscription } from './subscription.ts';

/** Finds out what a listener hears of changes, one after the other. */
export type SubscriberFilter = {
  /**
   * Hands over the short ids that the listener hears of, if there are any, in the order of the calls.
   *
   * @returns resolves when they are handed over and `hand` is done
   */
  hear(objects: readonly ChangedObject[], hand: (ids: readonly string[]) => Promise<void>): Promise<void>;
};

export type SubscriberFilterParts = {
  readonly subscription: Pick<Subscription, 'wantsType' | 'framework'>;
  /** Asked anew each time: keys may be forwarded meanwhile. */
  readonly caller: () => Caller;
  readonly notifyHidden: boolean;
  /** What belongs to a framework now; null: there is none. */
  readonly frameworkMembers: (id: string) => Promise<FrameworkMembers | null>;
  readonly report: (error: unknown) => void;
};

/**
 * The ear of a listener.
 *
 * @throws Problem `not-found` (404) when it wants to hear of a framework that is not there or that it may not read,
 *   `store-unavailable` (503)
 */
export async function openSubscriberFilter(parts: SubscriberFilterParts): Promise<SubscriberFilter> {
  const { subscription, caller, notifyHidden, frameworkMembers, report } = parts;
  const { framework: name } = subscription;
  if (name === null) return { hear: (objects, hand) => handOver(parts, objects, null, hand) };
  let framework = requireFramework(await frameworkMembers(name), caller(), notifyHidden);
  let queue: Promise<unknown> = Promise.resolve();

  /** What it lists may be different when it was changed itself. */
  async function renew(id: string, objects: readonly ChangedObject[]): Promise<void> {
    if (!objects.some(({ shortId }) => shortId === framework.shortId)) return;
    try {
      framework = (await frameworkMembers(id)) ?? framework;
    } catch (error) {
      report(error); // until the next change of it, what it listed before counts
    }
  }

  return {
    hear(objects, hand) {
      const renewed = queue.then(() => renew(name, objects));
      queue = renewed;
      return renewed.then(() => handOver(parts, objects, wantedMembers(framework, caller(), notifyHidden), hand));
    },
  };
}

/** Keeps the objects no longer than it takes to choose among them. */
function handOver(
  { subscription, caller, notifyHidden }: SubscriberFilterParts,
  objects: readonly ChangedObject[],
  members: ReadonlySet<string> | null,
  hand: (ids: readonly string[]) => Promise<void>,
): Promise<void> {
  const ids = idsFor(objects, { subscription, caller: caller(), members, notifyHidden });
  return ids.length === 0 ? Promise.resolve() : hand(ids);
}
