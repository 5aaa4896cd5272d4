import type { Caller } from '../access/caller.ts';
import { chunks } from '../concurrency/chunks.ts';
import { nextTask } from '../concurrency/next-task.ts';
import type { HeadState, VersionState } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';
import { isReadable } from './present.ts';
import { type Reference, versionAsked } from './reference.ts';

/** References that are looked up before other tasks run. */
const CHUNK_SIZE = 5_000;

/**
 * The objects that these references name and the caller may see, in the order of the references, repeated where they
 * repeat; the others are left out (specification: Search and batch). Each is read once.
 */
export async function getMany(
  ctx: Pick<ObjectContext, 'store' | 'logger'>,
  references: readonly Reference[],
  caller: Caller,
): Promise<readonly VersionState[]> {
  const versions = new Map<string, VersionState | null>();
  const found: VersionState[] = [];
  for (const chunk of chunks(references, CHUNK_SIZE)) {
    if (found.length + versions.size > 0) await nextTask();
    const heads = await ctx.store.heads(chunk.map((reference) => reference.name));
    for (const [index, reference] of chunk.entries()) {
      const place = `${reference.version ?? ''} ${reference.name}`;
      const known = versions.get(place);
      const version = known === undefined ? await versionOf(ctx, reference, heads[index] ?? null, caller) : known;
      versions.set(place, version);
      if (version !== null) found.push(version);
    }
  }
  return found;
}

/** What a reference names, if the caller may read it. */
async function versionOf(
  ctx: Pick<ObjectContext, 'store' | 'logger'>,
  reference: Reference,
  head: HeadState | null,
  caller: Caller,
): Promise<VersionState | null> {
  if (head === null) return null;
  const asked = versionAsked(reference, head.shortId);
  const current = head.deleted ? null : head;
  const version = asked === null ? current : await ctx.store.version(head.key, asked);
  return version !== null && isReadable(ctx, version, caller) ? version : null;
}
