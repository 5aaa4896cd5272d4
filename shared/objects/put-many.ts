import type { Caller } from '../access/caller.ts';
import type { Rekey } from '../access/rekey-request.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { problemFrom } from '../errors/problem-record.ts';
import { aliasesOf, MAX_VERSION, withVersion } from '../linked-data/identifiers.ts';
import { type Json, parseJson } from '../linked-data/json.ts';
import { JsonText } from '../linked-data/json-text.ts';
import { searchDocument } from '../linked-data/search-copy.ts';
import type { ChangedObject } from '../notifications/change-feed.ts';
import { changedObject, changedState } from '../notifications/changed-object.ts';
import type { ProfileChanges, ProfileInvalidation } from '../profiles/cache/changes.ts';
import type { Alias, Head, HeadState, WriteOutcome, WriteRequest } from '../store/object-store.ts';
import { createSlices } from '../timing/slices.ts';
import { authorize } from './authorize.ts';
import { claimedId } from './claimed-id.ts';
import { checkPrecondition, type Precondition } from './precondition.ts';
import { type PreparedObject, prepare } from './prepare.ts';
import type { LargeObject } from './prepare-text.ts';
import type { Reference } from './reference.ts';

/** One object to save. */
export type PutItem = {
  /** The object, freshly parsed: it is changed in place. Large ones come as text. */
  readonly object: Json | JsonText;
  /** The address that it is saved to, if it has one of its own. */
  readonly target?: Reference;
  readonly precondition?: Precondition;
};

/** What is stored now of an item, and, in words for its sender, what search could not take in of it. */
export type Saved = { readonly stored: Head; readonly unsearchable?: string };

/** What became of one item: what is stored now, or why nothing is. */
export type PutResult = Saved | { readonly problem: Problem; readonly id: string | null };

type PutContext = Pick<
  Context,
  'store' | 'config' | 'changes' | 'logger' | 'memory' | 'now' | 'readKey' | 'large' | 'forwarding' | 'turns'
> & { readonly profiles: ProfileInvalidation };

type Pending = {
  readonly index: number;
  readonly item: PutItem;
  readonly prepared: PreparedObject | LargeObject;
  readonly rekey: Rekey | null;
};

/** The place of a slice among those of its batch. */
type WriteOrder = {
  /** Settled when the store has been given what comes before. */
  readonly earlier: Promise<void>;
  /** To be called when it has been given this. */
  readonly hand: () => void;
};

/** What the store is asked to write of an item. */
type Asked = { readonly one: Pending; readonly request: WriteRequest };

/** Slices of one batch that the store is given at once: it can show some of them while it saves the next. */
const SLICES_AT_ONCE = 10;

/** Members and array elements of the objects of a slice, without the last: what is made of them takes memory. */
const SLICE_VALUES = 20_000;

/** A write that meets this many others on the same object gives up: 409. */
const MAX_ATTEMPTS = 100;

/**
 * The one write door: every object that is stored passes here. Each item is checked and written on its own, so that a
 * bad one spoils no other (invariants I2 to I5, I10). Items of one object are written one after the other.
 *
 * @param items taken one by one, when they are about to be saved
 * @param kind how listeners are told: one save, or a batch
 * @returns a result for each item, in order
 * @throws Problem `store-unavailable` (503); items not reported as stored may then be stored or not
 */
export async function putMany(
  ctx: PutContext,
  items: Iterable<PutItem>,
  caller: Caller,
  kind: 'single' | 'batch',
): Promise<readonly PutResult[]> {
  const results: PutResult[] = [];
  const slices = createSlices();
  let slice: Pending[] = [];
  /** Members and array elements of the objects in `slice`. */
  let values = 0;
  /** Objects of `slice` and of what is under way. */
  const keys = new Set<string>();
  const running: Promise<void>[] = [];
  /** Type keys of the large ones. */
  const types = new Map<number, string>();
  const touched = ctx.profiles.changes();
  /** Settled once everything before is handed to the store: what comes later in a batch is the newer. */
  let handed = Promise.resolve();
  const flush = (): void => {
    const mine = slice;
    slice = [];
    values = 0;
    const own = mine.map(({ prepared }) => prepared.identity.key);
    const earlier = handed;
    const { promise, resolve } = Promise.withResolvers<void>();
    handed = promise;
    const order = { earlier, hand: resolve };
    const run = ctx.turns.run(own, () => putSlice(ctx, mine, caller, results, touched, order)).finally(resolve);
    run.catch(() => undefined); // `finish` tells of it; until then it has a listener
    running.push(run);
  };
  const finish = async (): Promise<void> => {
    // What is under way is waited for, also when some of it fails: its results are told to listeners.
    await Promise.allSettled(running);
    keys.clear();
    await Promise.all(running.splice(0));
  };
  try {
    let index = -1;
    for (const item of items) {
      index++;
      if (slices.over()) await slices.next();
      const prepared = await prepareItem(ctx, item, index, results, types);
      if (prepared === null) continue;
      const rekey = await readRekey(ctx, prepared);
      // One RekeyRequest at a time: each is judged by those before it.
      const full = slice.length >= ctx.config.multiPutBatchSize || values >= SLICE_VALUES || rekey !== null;
      const again = keys.has(prepared.identity.key);
      const judging = rekey !== null || slice.some((pending) => pending.rekey !== null);
      if (full || again) flush();
      if (again || (full && judging)) await finish();
      else if (full) await running.at(-SLICES_AT_ONCE);
      keys.add(prepared.identity.key);
      values += prepared.values;
      slice.push({ index, item, prepared, rekey });
    }
    flush();
    await finish();
  } finally {
    await Promise.allSettled(running);
    const objects = changedObjects(results, types);
    try {
      await touched.end(); // also of a failed write: it may have happened
    } finally {
      if (objects.length > 0) await ctx.changes.publish({ kind, objects });
    }
  }
  return results;
}

/** Null for what cannot be stored: its result says why. */
async function prepareItem(
  ctx: PutContext,
  { object }: PutItem,
  index: number,
  results: PutResult[],
  types: Map<number, string>,
): Promise<PreparedObject | LargeObject | null> {
  if (object instanceof JsonText) return prepareLarge(ctx, object, index, results, types);
  return tryPrepare(ctx, object, index, results);
}

function tryPrepare(ctx: PutContext, object: Json, index: number, results: PutResult[]): PreparedObject | null {
  try {
    return prepare(object, ctx.config.bases, ctx.readKey);
  } catch (error) {
    results[index] = { problem: asProblem(error), id: claimedId(object) };
    return null;
  }
}

/** Large objects are no RekeyRequests: see `prepareText`. */
function readRekey(ctx: PutContext, prepared: PreparedObject | LargeObject): Promise<Rekey | null> | null {
  return 'object' in prepared ? ctx.forwarding.read(prepared.object) : null;
}

async function prepareLarge(
  ctx: PutContext,
  { text, values }: JsonText,
  index: number,
  results: PutResult[],
  types: Map<number, string>,
): Promise<PreparedObject | LargeObject | null> {
  const prepared = await ctx.large.prepare(text, values, ctx.config.bases);
  if ('large' in prepared) {
    types.set(index, prepared.large.typeKey);
    return prepared.large;
  }
  if ('small' in prepared) return tryPrepare(ctx, parseJson(prepared.small, 'The object'), index, results);
  results[index] = { problem: problemFrom(prepared.problem), id: prepared.id };
  return null;
}

async function putSlice(
  ctx: PutContext,
  slice: readonly Pending[],
  caller: Caller,
  results: PutResult[],
  touched: ProfileChanges,
  order: WriteOrder,
): Promise<void> {
  let pending = slice;
  for (let attempt = 0; pending.length > 0; attempt++) {
    touched.watch();
    const heads = await ctx.store.heads(pending.flatMap((one) => [one.prepared.identity.shortId, urlIdOf(one) ?? '']));
    const ready: Asked[] = [];
    const slices = createSlices();
    for (const [index, one] of pending.entries()) {
      if (slices.over()) await slices.next();
      try {
        if (attempt >= MAX_ATTEMPTS)
          throw new Problem('version-conflict', 'Other writes of this object kept coming first.');
        const head = heads[2 * index] ?? null;
        const request = await decide(ctx, one, head, heads[2 * index + 1] ?? null, caller);
        touched.add(head);
        touched.add(request, 'effect' in one.prepared ? one.prepared.effect : undefined);
        ready.push({ one, request });
      } catch (error) {
        results[one.index] = { problem: asProblem(error), id: one.prepared.identity.id };
      }
    }
    await touched.begin();
    await order.earlier;
    const writing = ready.length === 0 ? [] : ctx.store.write(ready.map(({ request }) => request));
    order.hand();
    const outcomes = await writing;
    pending = ready.flatMap((asked, index) => (settle(ctx, asked, outcomes[index], results) ? [] : [asked.one]));
  }
}

/** Applies the rules to one object against the state that it is to replace. */
async function decide(
  ctx: PutContext,
  one: Pending,
  head: HeadState | null,
  atUrl: HeadState | null,
  caller: Caller,
): Promise<WriteRequest> {
  const { identity, access } = one.prepared;
  authorize(ctx, head, caller, 'change');
  const aliases = aliasesOf(identity, urlIdOf(one));
  if (atUrl !== null && atUrl.key !== identity.key && !isStrong(urlIdOf(one), aliases)) {
    authorize(ctx, atUrl, caller, 'change');
    throw new Problem('identifier-taken', 'The address of this save belongs to an object with another @id.', {
      where: '@id',
    });
  }
  await checkPrecondition(ctx, one.item.precondition, head, caller);
  if (one.rekey !== null) ctx.forwarding.admit(identity.key, one.rekey);
  const time = ctx.now();
  const version = nextVersion(one, head, time);
  const id = withVersion(identity, version);
  return {
    key: identity.key,
    shortId: identity.shortId,
    id,
    version,
    time,
    access,
    aliases,
    expected: head?.writeId ?? null,
    ...contents(ctx, one.prepared, id),
  };
}

/** What is stored of an object under this id, and what search knows of it. */
function contents(
  ctx: PutContext,
  prepared: PreparedObject | LargeObject,
  id: string,
): Pick<WriteRequest, 'text' | 'search'> {
  if ('text' in prepared) return { text: prepared.text.join(JSON.stringify(id)), search: null };
  const { object, access } = prepared;
  object['@id'] = id;
  return { text: JSON.stringify(object), search: searchDocument(object, access, ctx.readKey) };
}

/**
 * The version of a write (specification: Versioning 2): the one asked for by the address or the `@id`, if it is above the
 * current one; else the one after the current one (invariant I5); for a new object without any, the time if it is local
 * and 1 if it is from elsewhere.
 */
function nextVersion({ item, prepared: { identity } }: Pending, head: HeadState | null, time: number): number {
  const asked = item.target?.version ?? identity.version;
  if (head === null) return asked ?? (identity.local ? time : 1);
  if (asked !== null && asked > head.version) return asked;
  if (head.version >= MAX_VERSION)
    throw new Problem('version-conflict', 'The object has the largest version there is.');
  return head.version + 1;
}

/** True when the item is done, for better or worse; false when it lost against another write and is to be tried again. */
function settle(ctx: PutContext, asked: Asked, outcome: WriteOutcome | undefined, results: PutResult[]): boolean {
  const { one, request } = asked;
  if (outcome === undefined) throw new Error('The store answered fewer outcomes than it got requests.');
  if (outcome.status === 'conflict') return false;
  if (outcome.status === 'stored') ctx.forwarding.follow(outcome.head, one.rekey);
  results[one.index] =
    outcome.status === 'stored'
      ? savedAs(request, outcome)
      : {
          problem: new Problem('identifier-taken', `The identifier ${outcome.alias} belongs to another object.`),
          id: one.prepared.identity.id,
        };
  return true;
}

function savedAs({ search }: WriteRequest, outcome: WriteOutcome & { readonly status: 'stored' }): Saved {
  const { head, unsearchable } = outcome;
  const lacks = [...(search?.omitted ?? []), ...(unsearchable === undefined ? [] : [unsearchable])];
  return { stored: head, ...(lacks.length > 0 && { unsearchable: lacks.join(' ') }) };
}

function changedObjects(results: readonly PutResult[], types: ReadonlyMap<number, string>): ChangedObject[] {
  return results.flatMap((result, index) => {
    if (!result || !('stored' in result)) return [];
    const type = types.get(index);
    return [type === undefined ? changedObject(result.stored) : changedState(result.stored, type)];
  });
}

/** A strong alias is this object's even where another holds it weakly as yet; the store settles strong against strong. */
function isStrong(name: string | null, aliases: readonly Alias[]): boolean {
  return aliases.some((alias) => alias.strength === 'strong' && alias.name === name);
}

function urlIdOf({ item }: Pending): string | null {
  return item.target?.name ?? null;
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
