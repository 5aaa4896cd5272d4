import { mayBeRekeyRequest, type Rekey } from '../access/rekey-request.ts';
import type { Context } from '../context.ts';
import type { ChangeTail, TailPage } from '../notifications/change-tail.ts';
import type { Head } from '../store/object-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import { storedObject } from './stored-object.ts';

/**
 * Keeps the forwarding table (specification: Internal event bus) as new as the store, for as long as the tail reads: RekeyRequests
 * that any instance saves, replaces or deletes count here within the interval of the tail, and none does after a purge. Those of
 * this instance are among them: a save whose answer was lost in between is known from here.
 *
 * @param cursor of before `loadForwarding`: nothing is missed in between
 * @returns resolves when all up to now is taken in
 * @throws Problem `store-unavailable` (503): nothing is followed then
 */
export async function followForwarding(
  { forwarding, logger }: Pick<Context, 'forwarding'> & { readonly logger: Pick<Logger, 'error'> },
  tail: Pick<ChangeTail, 'followFrom'>,
  cursor: string,
): Promise<void> {
  let taken: Promise<void> = Promise.resolve();

  async function read(head: Head): Promise<readonly [Head, Rekey | null]> {
    if (head.deleted || !mayBeRekeyRequest(head.text)) return [head, null];
    try {
      return [head, await forwarding.read(storedObject(head))];
    } catch (error) {
      logger.error('AUTH', 'What another instance wrote cannot be read', { key: head.key, error: String(error) });
      return [head, null];
    }
  }

  async function take({ objects, purged }: TailPage): Promise<void> {
    const found = await Promise.all(objects.map(({ head }) => read(head)));
    if (purged) forwarding.clear();
    for (const [head, rekey] of found) forwarding.follow(head, rekey);
  }

  /** One page after the other. */
  function takeInTurn(page: TailPage): Promise<void> {
    taken = taken.then(() => take(page));
    return taken;
  }

  await tail.followFrom(cursor, takeInTurn, (page) => void takeInTurn(page));
  await taken;
}
