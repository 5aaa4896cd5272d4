import type { Caller } from '../access/caller.ts';
import { notFound } from './not-found.ts';
import { type PresentContext, type Presented, presentHead, presentState } from './present.ts';
import { type Reference, versionAsked } from './reference.ts';

/**
 * One object as the caller may see it: the current version, or the one that the reference names, which outlives deletion
 * (specification: Data, Versioning 3).
 *
 * @throws Problem `not-found` (404) when there is none, or none for this caller
 */
export async function read(ctx: PresentContext, reference: Reference, caller: Caller): Promise<Presented> {
  const [head] = await ctx.store.heads([reference.name]);
  const version = head ? versionAsked(reference, head.shortId) : null;
  const presented =
    version === null ? await presentHead(ctx, head, caller) : await presentVersion(ctx, head?.key, version, caller);
  if (presented === null) throw notFound(caller);
  return presented;
}

async function presentVersion(
  ctx: PresentContext,
  key: Parameters<PresentContext['store']['version']>[0] | undefined,
  version: number,
  caller: Caller,
): Promise<Presented | null> {
  const stored = key === undefined ? null : await ctx.store.version(key, version);
  return stored === null ? null : presentState(ctx, stored, caller);
}
