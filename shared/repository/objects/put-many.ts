import { createSlices } from '../../base/concurrency/slices.ts';
import { Problem } from '../../base/errors/problem.ts';
import { describeActor } from '../access/actor.ts';
import type { Caller } from '../access/caller.ts';
import type { Head, HeadState, WriteOutcome, WriteRequest } from '../store/object-store.ts';
import { auditWrite } from './audit.ts';
import { changedObject } from './change-feed.ts';
import type { ObjectContext } from './context.ts';
import { type Author, type DecideContext, decideWrite, operationOn, type Pending, urlIdOf } from './decide-write.ts';
import { type PreparationFailure, type PutItem, prepareItem } from './prepare-item.ts';
import { type ProfileEffect, profileEffect } from './profile-effect.ts';
import { createSlicePipeline, type InOrder } from './slice-pipeline.ts';
import type { WriteOperation } from './trail.ts';
import { type Writes, withObservers } from './write-observer.ts';

/** The stored state of an item, and a message for its sender about parts that search could not index. */
export type Saved = { readonly stored: Head; readonly unsearchable?: string };

/** The result of one item: what is stored now, or why nothing is. */
type PutResult = Saved | PreparationFailure;

type PutContext = DecideContext & Pick<ObjectContext, 'config' | 'changes' | 'observers' | 'writeQueue'>;

/** State shared by the slices of a batch. */
type Batch = {
  readonly ctx: PutContext;
  readonly author: Author;
  readonly writes: Writes;
  readonly results: PutResult[];
  /** Set for all slices of a batch with several: the batch makes its writes searchable when all are stored. */
  searchable: 'later' | undefined;
};

/** The write of an item for the store. */
type Decided = { readonly one: Pending; readonly request: WriteRequest; readonly operation: WriteOperation };

/** Slices of one batch that the store works on concurrently: it makes some searchable while it saves the next. */
const MAX_CONCURRENCY = 10;

/** Maximum number of members and array elements in a slice, except its last object: processing them takes memory. */
const MAX_SLICE_VALUES = 20_000;

/** A write is rejected with 409 after this many conflicts with other writes of the same object. */
const MAX_ATTEMPTS = 100;

/**
 * The only way to write objects on behalf of callers. Each item is prepared, decided on, written and settled on its own, so that a bad
 * one does not spoil the others (invariants I2 to I5, I10). Items of one object are written one after the other.
 *
 * @param items taken one by one, when they are about to be saved
 * @param kind how the change is published: as one save, or as a batch
 * @returns a result for each item, in order
 * @throws Problem `store-unavailable` (503); items not reported as stored may then be stored or not
 */
export function putMany(
  ctx: PutContext,
  items: Iterable<PutItem>,
  caller: Caller,
  kind: 'single' | 'batch',
): Promise<readonly PutResult[]> {
  const author = { caller, actor: describeActor(caller) };
  return withObservers(ctx, kind, (writes) =>
    putAll({ ctx, author, writes, results: [], searchable: undefined }, items),
  );
}

async function putAll(batch: Batch, items: Iterable<PutItem>): Promise<readonly PutResult[]> {
  const { ctx, results } = batch;
  const pipeline = createSlicePipeline<readonly Pending[]>(MAX_CONCURRENCY, (slice, inOrder) =>
    ctx.writeQueue.run(
      slice.map(({ prepared }) => prepared.identity.key),
      () => putSlice(batch, slice, inOrder),
    ),
  );
  const slices = createSlices();
  let slice: Pending[] = [];
  /** Number of members and array elements of the objects in `slice`. */
  let values = 0;
  /** Objects of `slice`, and of the slices in progress. */
  const keys = new Set<string>();
  const flush = (): void => {
    pipeline.add(slice);
    slice = [];
    values = 0;
  };
  const drain = async (): Promise<void> => {
    await pipeline.drain();
    keys.clear();
  };
  try {
    let index = -1;
    for (const item of items) {
      index++;
      if (slices.over()) await slices.next();
      const result = await prepareItem(ctx, item, batch.author.caller);
      if ('problem' in result) {
        results[index] = result;
        continue;
      }
      const { prepared, rekey } = result;
      // One RekeyRequest at a time: each is judged by those before it.
      const full = slice.length >= ctx.config.multiPutBatchSize || values >= MAX_SLICE_VALUES || rekey !== null;
      const again = keys.has(prepared.identity.key);
      const judging = rekey !== null || slice.some((pending) => pending.rekey !== null);
      if ((full || again) && slice.length > 0) {
        batch.searchable = 'later';
        flush();
      }
      if (again || (full && judging)) await drain();
      else if (full) await pipeline.room();
      keys.add(prepared.identity.key);
      values += prepared.values;
      slice.push({ index, item, prepared, rekey });
    }
    flush();
    await drain();
  } finally {
    await pipeline.settled(); // slices in progress may still be stored, and are published then
    if (batch.searchable === 'later') await ctx.store.makeSearchable();
  }
  return results;
}

async function putSlice(batch: Batch, slice: readonly Pending[], inOrder: InOrder): Promise<void> {
  const { ctx, writes } = batch;
  let pending = slice;
  for (let attempt = 0; pending.length > 0 && attempt < MAX_ATTEMPTS; attempt++) {
    const decided = await decide(batch, pending, attempt === 0);
    await writes.begin();
    const outcomes = await inOrder(async () =>
      decided.length === 0
        ? []
        : ctx.store.write(
            decided.map(({ request }) => request),
            batch.searchable,
          ),
    );
    pending = decided.flatMap((one, index) => (settle(batch, one, outcomes[index]) ? [] : [one.one]));
  }
  for (const one of pending) {
    refuse(batch, one, new Problem('version-conflict', 'Too many concurrent writes of this object.'));
  }
}

/**
 * Applies the rules to the items of a slice, and stores the result of those that are refused. Items that are allowed on recent
 * heads are written, since the store checks that these are current; items that are refused are decided again on current heads.
 */
async function decide(batch: Batch, pending: readonly Pending[], first: boolean): Promise<readonly Decided[]> {
  const { store } = batch.ctx;
  const recent = first ? await store.recentHeads(namesOf(pending)) : null;
  const attempt = recent === null ? null : await decideOn(batch, pending, recent);
  const others = attempt === null ? pending : attempt.refused.map(({ one }) => one);
  if (attempt !== null && others.length === 0) return attempt.decided;
  batch.writes.watch();
  const { decided, refused } = await decideOn(batch, others, await store.heads(namesOf(others)));
  for (const { one, problem } of refused) refuse(batch, one, problem);
  return [...(attempt?.decided ?? []), ...decided];
}

/** The names of the heads that each item is decided on, two for each. */
function namesOf(pending: readonly Pending[]): string[] {
  return pending.flatMap((one) => [one.prepared.identity.shortId, urlIdOf(one) ?? '']);
}

/** @param heads of {@link namesOf} the items */
async function decideOn(
  { ctx, author, writes }: Batch,
  pending: readonly Pending[],
  heads: readonly (HeadState | null)[],
): Promise<{
  readonly decided: readonly Decided[];
  readonly refused: readonly { readonly one: Pending; readonly problem: Problem }[];
}> {
  const decided: Decided[] = [];
  const refused: { readonly one: Pending; readonly problem: Problem }[] = [];
  const slices = createSlices();
  for (const [index, one] of pending.entries()) {
    if (slices.over()) await slices.next();
    try {
      const head = heads[2 * index] ?? null;
      const request = await decideWrite(ctx, one, head, heads[2 * index + 1] ?? null, author);
      writes.add(head);
      writes.add(request, effectOf(one, request));
      decided.push({ one, request, operation: operationOn(head) });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      refused.push({ one, problem });
    }
  }
  return { decided, refused };
}

/** What a write changes of profiles, as far as that is known without its text. */
function effectOf({ prepared }: Pending, { access, search }: WriteRequest): ProfileEffect | undefined {
  if ('effect' in prepared) return prepared.effect;
  return search === null ? undefined : profileEffect(prepared.object, access, () => search.participants);
}

function refuse({ results }: Batch, { index, prepared }: Pending, problem: Problem): void {
  results[index] = { problem, id: prepared.identity.id };
}

/** @returns false when the item lost against another write and has to be tried again */
function settle(batch: Batch, { one, request, operation }: Decided, outcome: WriteOutcome | undefined): boolean {
  const { ctx, author, writes, results } = batch;
  if (outcome === undefined) throw new Error('The store returned fewer outcomes than it got requests.');
  if (outcome.status === 'conflict') return false;
  if (outcome.status !== 'stored') {
    refuse(batch, one, new Problem('identifier-taken', `The identifier ${outcome.alias} belongs to another object.`));
    return true;
  }
  const { index, prepared, rekey } = one;
  const { head } = outcome;
  auditWrite(ctx, author.actor, head, operation === 'create' ? 'Object created' : 'Object changed');
  writes.done(index, head, rekey, 'typeKey' in prepared ? changedObject(head, prepared.typeKey) : changedObject(head));
  results[index] = savedAs(request, outcome);
  return true;
}

function savedAs({ search }: WriteRequest, outcome: WriteOutcome & { readonly status: 'stored' }): Saved {
  const { head, unsearchable } = outcome;
  const lacks = [...(search?.omitted ?? []), ...(unsearchable === undefined ? [] : [unsearchable])];
  return { stored: head, ...(lacks.length > 0 && { unsearchable: lacks.join(' ') }) };
}

/**
 * Saves one object (specification: Data, Write rules, Versioning) and publishes the change.
 *
 * @returns what is stored now; its version is the one that was assigned
 * @throws Problem `invalid-object`, `malformed-key` (400), `not-owner` (401), `identifier-taken`, `version-conflict`
 *   (409), `precondition-failed` (412), or the fault of the caller's own sheet
 */
export async function save(ctx: Parameters<typeof putMany>[0], item: PutItem, caller: Caller): Promise<Saved> {
  const [result] = await putMany(ctx, [item], caller, 'single');
  if (result === undefined) throw new Error('One item was put and no result came back.');
  if ('problem' in result) throw result.problem;
  return result;
}
