import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { isLargeText } from '../linked-data/large-text.ts';
import { typeKey } from '../linked-data/type-key.ts';
import { changedState } from '../notifications/changed-object.ts';
import type { ProfileChanges, ProfileInvalidation } from '../profiles/cache/changes.ts';
import type { HeadState } from '../store/object-store.ts';
import { inSlices } from '../timing/slices.ts';
import { authorize } from './authorize.ts';
import { checkPrecondition, type Precondition } from './precondition.ts';
import { BYTES_PER_UNIT } from './present.ts';
import type { Reference } from './reference.ts';
import { storedObject } from './stored-object.ts';
import { wholeVersion } from './whole-versions.ts';

/** One object to delete. */
export type RemoveItem = Reference & {
  /** `writeId` of the head that the decision to delete was made on: in any other state the object stays. */
  readonly expected?: string;
};

/** What became of one item. `absent`: there was nothing to delete. */
export type RemoveResult =
  | { readonly removed: HeadState; readonly typeKey: string }
  | { readonly absent: true }
  | { readonly problem: Problem };

type RemoveContext = Pick<Context, 'store' | 'changes' | 'logger' | 'memory' | 'now' | 'large' | 'forwarding'> & {
  readonly profiles: ProfileInvalidation;
};

/** Objects that are deleted together: few enough to be judged in one go, many enough for stores that show changes in rounds. */
const AT_ONCE = 1000;

/** A delete that meets this many writes of the same object gives up: 409. */
const MAX_ATTEMPTS = 100;

/**
 * Deletes current objects, each on its own; all versions stay in history and the last owners still own the id
 * (invariant I6). A version in a reference names the same object: the whole current one goes.
 *
 * @returns a result for each reference, in order; of several that name one object the first removes it
 */
export async function removeMany(
  ctx: RemoveContext,
  references: readonly RemoveItem[],
  caller: Caller,
  kind: 'single' | 'batch',
  precondition?: Precondition,
): Promise<readonly RemoveResult[]> {
  const results = new Array<RemoveResult>(references.length);
  const touched = ctx.profiles.changes();
  try {
    const positions = [...references.keys()];
    for (let from = 0; from < positions.length; from += AT_ONCE) {
      let pending = positions.slice(from, from + AT_ONCE);
      for (let attempt = 0; pending.length > 0; attempt++) {
        const exhausted = attempt >= MAX_ATTEMPTS;
        pending = await removeOnce(ctx, references, pending, caller, precondition, results, exhausted, touched);
      }
    }
  } finally {
    const objects = results.flatMap((result) =>
      result && 'removed' in result ? [changedState(result.removed, result.typeKey)] : [],
    );
    try {
      await touched.end(); // also of a failed deletion: it may have happened
    } finally {
      if (objects.length > 0) await ctx.changes.publish({ kind, objects });
    }
  }
  return results;
}

/** @returns the positions that lost against another write and are to be tried again */
async function removeOnce(
  ctx: RemoveContext,
  references: readonly RemoveItem[],
  positions: readonly number[],
  caller: Caller,
  precondition: Precondition | undefined,
  results: RemoveResult[],
  exhausted: boolean,
  touched: ProfileChanges,
): Promise<number[]> {
  touched.watch();
  const heads = await ctx.store.heads(positions.map((position) => references[position]?.name ?? ''));
  const ready = new Map<string, { readonly position: number; readonly head: HeadState; readonly typeKey: string }>();
  const again: number[] = [];
  for await (const [index, position] of inSlices(positions.entries())) {
    const head = heads[index] ?? null;
    try {
      if (head?.deleted) followDeleted(ctx, head, touched);
      checkExpected(references[position], head);
      await checkPrecondition(ctx, precondition, head, caller);
      if (head === null || head.deleted) results[position] = { absent: true };
      else if (exhausted) throw new Problem('version-conflict', 'Other writes of this object kept coming first.');
      else if (ready.has(head.key)) again.push(position);
      else {
        authorize(ctx, head, caller, 'delete');
        touched.add(head);
        ready.set(head.key, { position, head, typeKey: await typeKeyOf(ctx, head) });
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      results[position] = { problem: error };
    }
  }
  const requests = [...ready.values()];
  const time = ctx.now();
  await touched.begin();
  const outcomes = await ctx.store.remove(
    requests.map(({ head }) => ({ key: head.key, expected: head.writeId, time })),
  );
  for (const [index, { position, typeKey }] of requests.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === 'removed') {
      ctx.forwarding.follow(outcome.head, null);
      results[position] = { removed: outcome.head, typeKey };
    } else again.push(position);
  }
  return again;
}

/** In case the deletion was never answered. */
function followDeleted({ forwarding }: RemoveContext, head: HeadState, touched: ProfileChanges): void {
  forwarding.follow(head, null);
  touched.add(head);
}

/** The type that listeners are told of: after the deletion nothing else needs the text. */
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
  throw new Problem('precondition-failed', 'The object changed meanwhile.');
}
