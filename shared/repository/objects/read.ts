import { chunks } from '../../base/concurrency/chunks.ts';
import { nextTask } from '../../base/concurrency/slices.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type Caller, refusal } from '../access/caller.ts';
import { type HeadState, STATE_BYTES, type VersionState } from '../store/object-store.ts';
import type { ObjectContext } from './context.ts';
import { isReadable, type PresentContext, type Presented, presentHead, presentState } from './present.ts';
import { type Reference, versionAsked } from './reference.ts';

/** Maximum number of versions in one history, and in one trail. */
export const MAX_HISTORY = 10_000;

/** The client library recognizes an absent object by this sentence. */
export const NOT_FOUND = 'Object not found or you did not supply sufficient permissions to access the object.';

/**
 * The answer for an object that is absent or hidden: the same for both, so that it does not reveal which. A caller whose signatures are
 * all invalid gets that error instead, in both cases.
 */
export function notFound(caller: Caller): Problem {
  return refusal(caller, new Problem('not-found', NOT_FOUND));
}

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

/** Number of versions that are read without reserving memory first. */
const SHORT_HISTORY = 50;

/**
 * The versions of an object that the caller may see, newest first, also after its deletion; each is filtered by its own
 * readers (checks A20).
 *
 * @param name an id or alias of the object
 * @param hold of the call, which has to hold the versions for as long as they are needed
 * @param most older versions are left out
 * @throws Problem `not-found` (404) when there is none for this caller, `overloaded` (503)
 */
export async function history(
  ctx: Pick<ObjectContext, 'store' | 'logger'>,
  name: string,
  caller: Caller,
  hold: (bytes: number) => Promise<void>,
  most = MAX_HISTORY,
): Promise<VersionState[]> {
  const [head] = await ctx.store.heads([name]);
  let versions = head ? await ctx.store.history(head.key, Math.min(SHORT_HISTORY, most)) : [];
  if (head && versions.length === SHORT_HISTORY && most > SHORT_HISTORY) {
    await hold(most * STATE_BYTES);
    versions = await ctx.store.history(head.key, most);
  }
  const visible = versions.filter((version) => isReadable(ctx, version, caller));
  if (visible.length === 0) throw notFound(caller);
  return visible;
}

/** Number of references in one lookup. */
const CHUNK_SIZE = 1_000;

/**
 * The objects that these references name and the caller may see, in the order of the references, repeated where they
 * repeat; the others are left out (specification: Search and batch). They are read in pages, each when it is asked for, and belong to
 * the consumer, which may empty them.
 *
 * @throws Problem `store-unavailable` (503)
 */
export async function* getMany(
  ctx: Pick<ObjectContext, 'store' | 'logger'>,
  references: readonly Reference[],
  caller: Caller,
): AsyncGenerator<VersionState[], undefined> {
  for (const [index, chunk] of chunks(references, CHUNK_SIZE).entries()) {
    if (index > 0) await nextTask();
    yield await getChunk(ctx, chunk, caller);
  }
}

/** Each object is read once. */
async function getChunk(
  ctx: Pick<ObjectContext, 'store' | 'logger'>,
  references: readonly Reference[],
  caller: Caller,
): Promise<VersionState[]> {
  const heads = await ctx.store.heads(references.map((reference) => reference.name));
  const versions = new Map<string, VersionState | null>();
  const found: VersionState[] = [];
  for (const [index, reference] of references.entries()) {
    const place = `${reference.version ?? ''} ${reference.name}`;
    const known = versions.get(place);
    const version = known === undefined ? await versionOf(ctx, reference, heads[index] ?? null, caller) : known;
    versions.set(place, version);
    if (version !== null) found.push(version);
  }
  return found;
}

/** The object of a reference, if the caller may read it. */
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
