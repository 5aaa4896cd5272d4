import type { Rekey } from '../access/rekey-request.ts';
import type { HeadState } from '../store/object-store.ts';
import type { ChangedObject } from './change-feed.ts';
import type { ObjectContext } from './context.ts';
import { observe, type WriteObservation } from './write-observer.ts';

/** What a request writes, as it tells those who follow writes. */
export type Writes = Omit<WriteObservation, 'end'> & {
  /**
   * An object is in this state now.
   *
   * @param position orders the objects in the change that is published
   * @param rekey what the object says as a RekeyRequest; null when it is none, or is deleted
   */
  readonly done: (position: number, head: HeadState, rekey: Rekey | null, changed: ChangedObject) => void;
};

/**
 * Does the writes of one request, and tells everything that follows writes: observers before and after them, key forwarding at once,
 * and the change feed at the end. All of that is done also for a request that fails halfway, before it is answered.
 *
 * @param kind how the change is published: as one save or delete, or as a batch
 */
export async function withObservers<T>(
  { observers, forwarding, changes }: Pick<ObjectContext, 'observers' | 'forwarding' | 'changes'>,
  kind: 'single' | 'batch',
  work: (writes: Writes) => Promise<T>,
): Promise<T> {
  const { end, ...observation } = observe(observers);
  const changed: ChangedObject[] = [];
  try {
    return await work({
      ...observation,
      done(position, head, rekey, object) {
        forwarding.follow(head, rekey);
        changed[position] = object;
      },
    });
  } finally {
    const objects = changed.filter((object) => object !== undefined); // positions may be left out
    try {
      await end();
    } finally {
      if (objects.length > 0) await changes.publish({ kind, objects });
    }
  }
}
