import { Problem } from '../../base/errors/problem.ts';
import type { Caller } from '../access/caller.ts';
import { writeGrant } from '../access/permissions.ts';
import type { Rekey } from '../access/rekey-request.ts';
import { MAX_ID_LENGTH, withVersion } from '../linked-data/identifiers.ts';
import type { Json } from '../linked-data/json.ts';
import { aliasesOf } from '../linked-data/names.ts';
import { MAX_VERSION } from '../linked-data/split-id.ts';
import { typeKey } from '../linked-data/type-key.ts';
import { searchDocument } from '../search/search-copy.ts';
import type { Alias, HeadState, ObjectKey, RestoreOutcome, RestoreRequest } from '../store/object-store.ts';
import { changedObject } from './change-feed.ts';
import type { ObjectContext } from './context.ts';
import { claimedId, prepare } from './prepare.ts';
import { storedObject, wholeVersion } from './stored-versions.ts';
import type { TrailTexts } from './trail.ts';
import { type Writes, withObservers } from './write-observer.ts';

/** One version of an object to import. */
export type RestoreItem = {
  /** The object as it was, freshly parsed: it is changed in place. */
  readonly object: Json;
  /** The version of an object whose `@id` carries none, 0 to 2^53-1; 1 when absent. The one in an `@id` always wins. */
  readonly version?: number;
  /** When it was written, UTC milliseconds. Absent: the version where it looks like such a time, else now. */
  readonly time?: number;
  /** The object was deleted after this version. */
  readonly deleted?: boolean;
  /** Further names of the object, such as the id in the address that it was saved to. */
  readonly names?: readonly string[];
  /** The callers that saved and deleted it, from `parseTrail`. */
  readonly trail?: TrailTexts;
};

/** The result of one version: it is stored now, was stored before, or why it is not stored. */
export type RestoreResult =
  | { readonly status: 'restored' | 'present' }
  | { readonly problem: Problem; readonly id: string | null };

export type RestoreOptions = {
  /** Caller whose permissions apply to existing objects; an admin if absent. */
  readonly caller?: Caller;
  /**
   * Of two texts of one version, the one that `isPreferred` chooses stays, and the item does not fail. Absent: the
   * stored text stays.
   */
  readonly resolve?: boolean;
};

type RestoreContext = Pick<
  ObjectContext,
  'store' | 'config' | 'changes' | 'observers' | 'now' | 'readKey' | 'forwarding'
>;

type Pending = { readonly index: number; readonly request: RestoreRequest; readonly rekey: Rekey | null };

/** Versions from the year 2000 on are treated as times: clients use their clocks as versions. */
const FIRST_TIME = Date.UTC(2000, 0, 1);

/** By how much the clock of a client may be ahead. */
const CLOCK_SLACK_MS = 86_400_000;

/**
 * Imports versions of objects, each at its position among those of its object (invariant I5). They are prepared as
 * every write is, but keep their version. Versions that exist already are not changed. A version that becomes the
 * current one is published, and a RekeyRequest among them takes effect immediately.
 *
 * @param items in any order; items of one object should be adjacent
 * @returns a result for each item, in order
 * @throws Problem `store-unavailable` (503); any of the items may then be stored or not
 */
export async function restoreMany(
  ctx: RestoreContext,
  items: readonly RestoreItem[],
  { caller, resolve = false }: RestoreOptions = {},
): Promise<readonly RestoreResult[]> {
  const results = new Array<RestoreResult>(items.length);
  const plain: Pending[] = [];
  const rekeyed = new Map<ObjectKey, Pending[]>();
  const read: Pending[] = [];
  for (const [index, item] of items.entries()) {
    try {
      const { request, parsed } = toRequest(ctx, item);
      const rekey = await ctx.forwarding.read(parsed);
      read.push({ index, request: resolve ? { ...request, resolve } : request, rekey });
      if (rekey !== null) rekeyed.set(request.key, []);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      results[index] = { problem: error, id: claimedId(item.object) };
    }
  }
  const pending = caller === undefined ? read : await permitted(ctx, caller, read, results);
  for (const one of pending) (rekeyed.get(one.request.key) ?? plain).push(one);
  await restoreGroup(ctx, plain, results);
  // One RekeyRequest at a time: each is judged by those before it.
  for (const group of rekeyed.values()) {
    const problem = await refusalOf(ctx, group);
    if (problem === null) await restoreGroup(ctx, group, results);
    else for (const one of group) results[one.index] = { problem, id: one.request.id };
  }
  return results;
}

function toRequest(ctx: RestoreContext, item: RestoreItem) {
  const { identity, object, access, participants } = prepare(item.object, ctx.config.bases, ctx.readKey);
  const version = identity.version ?? item.version ?? 1;
  if (!Number.isSafeInteger(version) || version < 0) {
    throw new Problem('invalid-object', `A version is a whole number from 0 to ${MAX_VERSION}.`, { where: 'version' });
  }
  const id = withVersion(identity, version);
  object['@id'] = id;
  const request: RestoreRequest = {
    key: identity.key,
    shortId: identity.shortId,
    id,
    version,
    time: item.time ?? timeOf(version, ctx.now()),
    text: JSON.stringify(object),
    access,
    aliases: withNames(aliasesOf(identity, null), identity.shortId, item.names ?? []),
    search: searchDocument(object, access, ctx.readKey, participants),
    deleted: item.deleted ?? false,
    ...item.trail,
  };
  return { request, parsed: object };
}

/** Removes versions of objects that the caller may not change: they are refused, unless they exist already. */
async function permitted(
  ctx: RestoreContext,
  caller: Caller,
  pending: readonly Pending[],
  results: RestoreResult[],
): Promise<readonly Pending[]> {
  if (caller.everywhere.admin) return pending;
  const shortIds = [...new Set(pending.map(({ request }) => request.shortId))];
  const heads = (await ctx.store.heads(shortIds)).filter((head) => head !== null);
  const closed = new Map(
    heads.filter(({ access, shortId }) => writeGrant(access, caller, shortId) === null).map((head) => [head.key, head]),
  );
  for (const { index, request } of pending) {
    const head = closed.get(request.key);
    if (head === undefined) continue;
    results[index] = (await isThere(ctx, head, request))
      ? { status: 'present' }
      : { problem: new Problem('not-owner', 'Only an owner of an object may change it.'), id: request.id };
  }
  return pending.filter(({ request }) => !closed.has(request.key));
}

async function isThere(ctx: RestoreContext, head: HeadState, request: RestoreRequest): Promise<boolean> {
  const state = await ctx.store.version(request.key, request.version);
  const stored = state === null ? null : await wholeVersion(ctx.store, state);
  const isToDelete = request.deleted && head.version === request.version && !head.deleted;
  return stored?.text === request.text && !isToDelete;
}

function timeOf(version: number, now: number): number {
  return version >= FIRST_TIME && version <= now + CLOCK_SLACK_MS ? version : now;
}

function withNames(own: readonly Alias[], shortId: string, names: readonly string[]): readonly Alias[] {
  const known = new Set([shortId, ...own.map(({ name }) => name)]);
  const further = [...new Set(names)].filter((name) => !known.has(name));
  if (further.some((name) => name === '' || name.length > MAX_ID_LENGTH)) {
    throw new Problem('invalid-object', `A name of an object has 1 to ${MAX_ID_LENGTH} characters.`, {
      where: 'names',
    });
  }
  return [...own, ...further.map((name): Alias => ({ name, strength: 'weak' }))];
}

/** Why a RekeyRequest may not become the current version; null when it may, or would not become it. */
async function refusalOf(ctx: RestoreContext, group: readonly Pending[]): Promise<Problem | null> {
  const newest = group.reduce((left, right) => (right.request.version > left.request.version ? right : left));
  const [head] = await ctx.store.heads([newest.request.shortId]);
  const superseded = head !== null && head !== undefined && head.version > newest.request.version;
  if (newest.rekey === null || newest.request.deleted || superseded) return null;
  try {
    ctx.forwarding.admit(newest.request.key, newest.rekey);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function restoreGroup(ctx: RestoreContext, group: readonly Pending[], results: RestoreResult[]): Promise<void> {
  if (group.length === 0) return;
  await withObservers(ctx, 'batch', async (writes) => {
    for (const { request } of group) writes.addAmongOthers(request);
    await writes.begin();
    const outcomes = await ctx.store.restore(group.map(({ request }) => request));
    const restored: Pending[] = [];
    for (const [position, one] of group.entries()) {
      const outcome = outcomes[position];
      if (outcome === undefined) throw new Error('The store returned fewer outcomes than it got requests.');
      results[one.index] = toResult(outcome, one.request);
      if (outcome.status === 'restored') restored.push(one);
    }
    if (restored.length > 0) await publishCurrent(ctx, restored, writes);
  });
}

function toResult(outcome: RestoreOutcome, { id, version, resolve }: RestoreRequest): RestoreResult {
  if (outcome.status === 'restored' || outcome.status === 'present') return { status: outcome.status };
  if (outcome.status === 'differs' && resolve) return { status: 'present' };
  const problem =
    outcome.status === 'differs'
      ? new Problem('version-conflict', `Version ${version} of this object is there already with other contents.`)
      : new Problem('identifier-taken', `The identifier ${outcome.alias} belongs to another object.`);
  return { problem, id };
}

/** Publishes the objects whose current state is one of these versions now. */
async function publishCurrent(ctx: RestoreContext, restored: readonly Pending[], writes: Writes): Promise<void> {
  const objects = new Map(restored.map(({ request }) => [request.key, request.shortId] as const));
  const heads = await ctx.store.heads([...objects.values()]);
  const current = new Map(heads.flatMap((head) => (head === null ? [] : [[head.key, head] as const])));
  for (const { index, request, rekey } of restored) {
    const head = current.get(request.key);
    if (head === undefined || head.version !== request.version) continue;
    const changed = changedObject(head, request.search?.typeKey ?? typeKey(storedObject(request)));
    writes.done(index, head, rekey, changed);
  }
}
