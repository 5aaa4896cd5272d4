import type { Caller } from '../access/caller.ts';
import type { VersionState } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';
import { MAX_HISTORY } from './limits.ts';
import { notFound } from './not-found.ts';
import { isReadable } from './present.ts';

/**
 * The versions of an object that the caller may see, newest first, also after its deletion; each is filtered by its own
 * readers (checks A20).
 *
 * @param name an id or alias of the object
 * @throws Problem `not-found` (404) when there is none for this caller
 */
export async function history(
  ctx: Pick<ObjectContext, 'store' | 'logger'>,
  name: string,
  caller: Caller,
): Promise<readonly VersionState[]> {
  const [head] = await ctx.store.heads([name]);
  const versions = head ? await ctx.store.history(head.key, MAX_HISTORY) : [];
  const visible = versions.filter((version) => isReadable(ctx, version, caller));
  if (visible.length === 0) throw notFound(caller);
  return visible;
}
