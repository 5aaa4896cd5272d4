import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import type { Head } from '../store/object-store.ts';
import { type Presented, present, presentHead } from './present.ts';
import { type Reference, versionAsked } from './reference.ts';

/**
 * The objects that these references name and the caller may see, in the order of the references, repeated where they
 * repeat; the others are left out (specification: Search and batch).
 */
export async function getMany(
  ctx: Pick<Context, 'store' | 'logger'>,
  references: readonly Reference[],
  caller: Caller,
): Promise<readonly Presented[]> {
  const heads = await ctx.store.heads(references.map((reference) => reference.name));
  const found: Presented[] = [];
  for (const [index, reference] of references.entries()) {
    const presented = await presentReference(ctx, reference, heads[index] ?? null, caller);
    if (presented !== null) found.push(presented);
  }
  return found;
}

async function presentReference(
  ctx: Pick<Context, 'store' | 'logger'>,
  reference: Reference,
  head: Head | null,
  caller: Caller,
): Promise<Presented | null> {
  const version = head === null ? null : versionAsked(reference, head.shortId);
  if (version === null || head === null) return presentHead(ctx, head, caller);
  const stored = await ctx.store.version(head.key, version);
  return stored === null ? null : present(ctx, stored, caller);
}
