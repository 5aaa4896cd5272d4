import type { Caller } from '../access/caller.ts';
import type { Rekey } from '../access/rekey-request.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { aliasesOf, MAX_VERSION, withVersion } from '../linked-data/identifiers.ts';
import { isObject, type Json, member } from '../linked-data/json.ts';
import { searchDocument } from '../linked-data/search-copy.ts';
import type { Alias, Head, WriteOutcome, WriteRequest } from '../store/object-store.ts';
import { authorize } from './authorize.ts';
import { checkPrecondition, type Precondition } from './precondition.ts';
import { type PreparedObject, prepare } from './prepare.ts';
import type { Reference } from './reference.ts';

/** One object to save. */
export type PutItem = {
  /** The object, freshly parsed: it is changed in place. */
  readonly object: Json;
  /** The address that it is saved to, if it has one of its own. */
  readonly target?: Reference;
  readonly precondition?: Precondition;
};

/** What became of one item: what is stored now, or why nothing is. */
export type PutResult = { readonly stored: Head } | { readonly problem: Problem; readonly id: string | null };

type PutContext = Pick<Context, 'store' | 'config' | 'changes' | 'logger' | 'now' | 'readKey' | 'forwarding'>;

type Pending = {
  readonly index: number;
  readonly item: PutItem;
  readonly prepared: PreparedObject;
  readonly rekey: Rekey | null;
};

/** A write that meets this many others on the same object gives up: 409. */
const MAX_ATTEMPTS = 100;

/**
 * The one write door: every object that is stored passes here. Each item is checked and written on its own, so that a
 * bad one spoils no other (invariants I2 to I5, I10). Items of one object are written one after the other.
 *
 * @param kind how listeners are told: one save, or a batch
 * @returns a result for each item, in order
 * @throws Problem `store-unavailable` (503); items not reported as stored may then be stored or not
 */
export async function putMany(
  ctx: PutContext,
  items: readonly PutItem[],
  caller: Caller,
  kind: 'single' | 'batch',
): Promise<readonly PutResult[]> {
  const results = new Array<PutResult>(items.length);
  let slice: Pending[] = [];
  const keys = new Set<string>();
  const flush = async (): Promise<void> => {
    await putSlice(ctx, slice, caller, results);
    slice = [];
    keys.clear();
  };
  try {
    for (const [index, item] of items.entries()) {
      const prepared = tryPrepare(ctx, item, index, results);
      if (prepared === null) continue;
      const rekey = await ctx.forwarding.read(prepared.object);
      // One RekeyRequest at a time: each is judged by those before it.
      const full = slice.length >= ctx.config.multiPutBatchSize || rekey !== null;
      if (full || keys.has(prepared.identity.key)) await flush();
      keys.add(prepared.identity.key);
      slice.push({ index, item, prepared, rekey });
    }
    await flush();
  } finally {
    const objects = results.flatMap((result) => (result && 'stored' in result ? [result.stored] : []));
    if (objects.length > 0) ctx.changes.publish({ kind, objects });
  }
  return results;
}

function tryPrepare(ctx: PutContext, item: PutItem, index: number, results: PutResult[]): PreparedObject | null {
  try {
    return prepare(item.object, ctx.config.bases, ctx.readKey);
  } catch (error) {
    results[index] = { problem: asProblem(error), id: claimedId(item.object) };
    return null;
  }
}

/** The `@id` of an object that cannot be stored, for its sender to know it by. */
function claimedId(object: Json): string | null {
  const id = isObject(object) ? member(object, '@id') : undefined;
  return typeof id === 'string' ? id : null;
}

async function putSlice(
  ctx: PutContext,
  slice: readonly Pending[],
  caller: Caller,
  results: PutResult[],
): Promise<void> {
  let pending = slice;
  for (let attempt = 0; pending.length > 0; attempt++) {
    const heads = await ctx.store.heads(pending.flatMap((one) => [one.prepared.identity.shortId, urlIdOf(one) ?? '']));
    const ready: { readonly one: Pending; readonly request: WriteRequest }[] = [];
    for (const [index, one] of pending.entries()) {
      try {
        if (attempt >= MAX_ATTEMPTS)
          throw new Problem('version-conflict', 'Other writes of this object kept coming first.');
        ready.push({ one, request: decide(ctx, one, heads[2 * index] ?? null, heads[2 * index + 1] ?? null, caller) });
      } catch (error) {
        results[one.index] = { problem: asProblem(error), id: one.prepared.identity.id };
      }
    }
    const outcomes = ready.length === 0 ? [] : await ctx.store.write(ready.map(({ request }) => request));
    pending = ready.flatMap(({ one }, index) => (settle(ctx, one, outcomes[index], results) ? [] : [one]));
  }
}

/** Applies the rules to one object against the state that it is to replace. */
function decide(ctx: PutContext, one: Pending, head: Head | null, atUrl: Head | null, caller: Caller): WriteRequest {
  const { identity, object, access } = one.prepared;
  authorize(ctx, head, caller, 'change');
  const aliases = aliasesOf(identity, urlIdOf(one));
  if (atUrl !== null && atUrl.key !== identity.key && !isStrong(urlIdOf(one), aliases)) {
    authorize(ctx, atUrl, caller, 'change');
    throw new Problem('identifier-taken', 'The address of this save belongs to an object with another @id.', {
      where: '@id',
    });
  }
  checkPrecondition(ctx, one.item.precondition, head, caller);
  if (one.rekey !== null) ctx.forwarding.admit(identity.key, one.rekey);
  const time = ctx.now();
  const version = nextVersion(one, head, time);
  const id = withVersion(identity, version);
  object['@id'] = id;
  return {
    key: identity.key,
    shortId: identity.shortId,
    id,
    version,
    time,
    text: JSON.stringify(object),
    access,
    aliases,
    expected: head?.writeId ?? null,
    search: searchDocument(object, access, ctx.readKey),
  };
}

/**
 * The version of a write (specification: Versioning 2): the one asked for by the address or the `@id`, if it is above the
 * current one; else the one after the current one (invariant I5); for a new object without any, the time if it is local
 * and 1 if it is from elsewhere.
 */
function nextVersion({ item, prepared: { identity } }: Pending, head: Head | null, time: number): number {
  const asked = item.target?.version ?? identity.version;
  if (head === null) return asked ?? (identity.local ? time : 1);
  if (asked !== null && asked > head.version) return asked;
  if (head.version >= MAX_VERSION)
    throw new Problem('version-conflict', 'The object has the largest version there is.');
  return head.version + 1;
}

/** True when the item is done, for better or worse; false when it lost against another write and is to be tried again. */
function settle(ctx: PutContext, one: Pending, outcome: WriteOutcome | undefined, results: PutResult[]): boolean {
  if (outcome === undefined) throw new Error('The store answered fewer outcomes than it got requests.');
  if (outcome.status === 'conflict') return false;
  if (outcome.status === 'stored') ctx.forwarding.follow(outcome.head, one.rekey);
  results[one.index] =
    outcome.status === 'stored'
      ? { stored: outcome.head }
      : {
          problem: new Problem('identifier-taken', `The identifier ${outcome.alias} belongs to another object.`),
          id: one.prepared.identity.id,
        };
  return true;
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
