import { inSlices } from '../../base/concurrency/slices.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type Actor, describeActor } from '../access/actor.ts';
import type { Caller } from '../access/caller.ts';
import { isLargeText } from '../linked-data/json-scan.ts';
import { typeKey } from '../linked-data/type-key.ts';
import type { HeadState } from '../store/object-store.ts';
import { auditWrite } from './audit.ts';
import { authorize } from './authorize.ts';
import { changedObject } from './change-feed.ts';
import type { ObjectContext } from './context.ts';
import { checkPrecondition, type Precondition } from './precondition.ts';
import { BYTES_PER_UNIT } from './present.ts';
import type { Reference } from './reference.ts';
import { storedObject, wholeVersion } from './stored-versions.ts';
import { removedText } from './trail.ts';
import { type Writes, withObservers } from './write-observer.ts';

/** One object to delete. */
type RemoveItem = Reference & {
  /** `writeId` of the head that the decision to delete was made on: in any other state the object stays. */
  readonly expected?: string;
};

/** The result of one item. `absent`: there was nothing to delete. */
export type RemoveResult = { readonly removed: HeadState } | { readonly absent: true } | { readonly problem: Problem };

type RemoveContext = Pick<
  ObjectContext,
  'store' | 'changes' | 'observers' | 'logger' | 'memory' | 'now' | 'large' | 'forwarding' | 'readKey'
>;

/** State shared by the slices of a batch. */
type Batch = {
  readonly ctx: RemoveContext;
  readonly references: readonly RemoveItem[];
  readonly caller: Caller;
  readonly actor: Actor;
  readonly precondition: Precondition | undefined;
  readonly writes: Writes;
  readonly results: RemoveResult[];
};

/** An object that may be deleted. */
type Ready = {
  readonly position: number;
  readonly head: HeadState;
  readonly typeKey: string;
  /** Only an admin key allows it. */
  readonly override: boolean;
};

/** Few enough to decide on without a pause, many enough for stores that make changes searchable in rounds. */
const SLICE_SIZE = 1000;

/** A delete is rejected with 409 after this many conflicts with writes of the same object. */
const MAX_ATTEMPTS = 100;

/**
 * Deletes current objects, each on its own; all versions stay in history and the last owners still own the id
 * (invariant I6). A version in a reference names the same object, which is deleted as a whole.
 *
 * @returns a result for each reference, in order; of several that name one object the first removes it
 */
export function removeMany(
  ctx: RemoveContext,
  references: readonly RemoveItem[],
  caller: Caller,
  kind: 'single' | 'batch',
  precondition?: Precondition,
): Promise<readonly RemoveResult[]> {
  return withObservers(ctx, kind, async (writes) => {
    const results = new Array<RemoveResult>(references.length);
    const batch: Batch = { ctx, references, caller, actor: describeActor(caller), precondition, writes, results };
    const positions = [...references.keys()];
    for (let from = 0; from < positions.length; from += SLICE_SIZE) {
      let pending = positions.slice(from, from + SLICE_SIZE);
      for (let attempt = 0; pending.length > 0; attempt++) {
        pending = await removeSlice(batch, pending, attempt >= MAX_ATTEMPTS);
      }
    }
    return results;
  });
}

/** @returns the positions that lost against another write and have to be tried again */
async function removeSlice(batch: Batch, positions: readonly number[], exhausted: boolean): Promise<number[]> {
  const { ctx, references, caller, actor, precondition, writes, results } = batch;
  writes.watch();
  const heads = await ctx.store.heads(positions.map((position) => references[position]?.name ?? ''));
  const ready = new Map<string, Ready>();
  const again: number[] = [];
  for await (const [index, position] of inSlices(positions.entries())) {
    const head = heads[index] ?? null;
    try {
      if (head?.deleted) {
        // The deletion may never have been acknowledged.
        ctx.forwarding.follow(head, null);
        writes.add(head);
      }
      checkExpected(references[position], head);
      await checkPrecondition(ctx, precondition, head, caller);
      if (head === null || head.deleted) results[position] = { absent: true };
      else if (exhausted) throw new Problem('version-conflict', 'Too many concurrent writes of this object.');
      else if (ready.has(head.key)) again.push(position);
      else {
        const override = authorize(ctx, head, caller, 'delete');
        writes.add(head);
        ready.set(head.key, { position, head, override, typeKey: await typeKeyOf(ctx, head) });
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      results[position] = { problem: error };
    }
  }
  const requests = [...ready.values()];
  const time = ctx.now();
  await writes.begin();
  const outcomes = await ctx.store.remove(
    requests.map(({ head: { key, writeId }, override }) => {
      return { key, expected: writeId, time, removed: removedText(time, actor, override) };
    }),
  );
  for (const [index, { position, typeKey }] of requests.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === 'removed') {
      writes.done(position, outcome.head, null, changedObject(outcome.head, typeKey));
      auditWrite(ctx, actor, outcome.head, 'Object deleted');
      results[position] = { removed: outcome.head };
    } else again.push(position);
  }
  return again;
}

/** The type to publish; nothing else needs the text after the deletion. */
async function typeKeyOf({ store, memory, large }: RemoveContext, head: HeadState): Promise<string> {
  const release = head.text === null ? await memory.hold(BYTES_PER_UNIT * head.size) : null;
  try {
    const whole = await wholeVersion(store, head);
    if (whole === null) return '';
    return isLargeText(whole.text) ? await large.typeKey(whole) : typeKey(storedObject(whole));
  } finally {
    release?.();
  }
}

function checkExpected(item: RemoveItem | undefined, head: HeadState | null): void {
  if (item?.expected === undefined || item.expected === head?.writeId) return;
  throw new Problem('precondition-failed', 'The object has been changed by another request.');
}

/**
 * Deletes one current object, if there is one, and publishes the change.
 *
 * @throws Problem `not-owner` (401), `precondition-failed` (412), `version-conflict` (409), or the fault of the caller's
 *   own sheet
 */
export async function remove(
  ctx: Parameters<typeof removeMany>[0],
  reference: Reference,
  caller: Caller,
  precondition?: Precondition,
): Promise<void> {
  const [result] = await removeMany(ctx, [reference], caller, 'single', precondition);
  if (result !== undefined && 'problem' in result) throw result.problem;
}
