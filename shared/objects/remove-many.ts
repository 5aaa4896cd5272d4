import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { Problem } from '../errors/problem.ts';
import { changedObject } from '../notifications/changed-object.ts';
import type { ProfileChanges, ProfileInvalidation } from '../profiles/cache/changes.ts';
import type { Head } from '../store/object-store.ts';
import { authorize } from './authorize.ts';
import { checkPrecondition, type Precondition } from './precondition.ts';
import type { Reference } from './reference.ts';

/** One object to delete. */
export type RemoveItem = Reference & {
  /** `writeId` of the head that the decision to delete was made on: in any other state the object stays. */
  readonly expected?: string;
};

/** What became of one item. `absent`: there was nothing to delete. */
export type RemoveResult = { readonly removed: Head } | { readonly absent: true } | { readonly problem: Problem };

type RemoveContext = Pick<Context, 'store' | 'changes' | 'logger' | 'now' | 'forwarding'> & {
  readonly profiles: ProfileInvalidation;
};

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
    let pending = [...references.keys()];
    for (let attempt = 0; pending.length > 0; attempt++) {
      const exhausted = attempt >= MAX_ATTEMPTS;
      pending = await removeOnce(ctx, references, pending, caller, precondition, results, exhausted, touched);
    }
  } finally {
    const objects = results.flatMap((result) => (result && 'removed' in result ? [result.removed] : []));
    try {
      await touched.end(); // also of a failed deletion: it may have happened
    } finally {
      if (objects.length > 0) await ctx.changes.publish({ kind, objects: objects.map((head) => changedObject(head)) });
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
  const ready = new Map<string, { readonly position: number; readonly head: Head }>();
  const again: number[] = [];
  for (const [index, position] of positions.entries()) {
    const head = heads[index] ?? null;
    try {
      if (head?.deleted) {
        // In case its deletion was never answered.
        ctx.forwarding.follow(head, null);
        touched.add(head);
      }
      checkExpected(references[position], head);
      checkPrecondition(ctx, precondition, head, caller);
      if (head === null || head.deleted) results[position] = { absent: true };
      else if (exhausted) throw new Problem('version-conflict', 'Other writes of this object kept coming first.');
      else if (ready.has(head.key)) again.push(position);
      else {
        authorize(ctx, head, caller, 'delete');
        touched.add(head);
        ready.set(head.key, { position, head });
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
  for (const [index, { position }] of requests.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === 'removed') {
      ctx.forwarding.follow(outcome.head, null);
      results[position] = { removed: outcome.head };
    } else again.push(position);
  }
  return again;
}

function checkExpected(item: RemoveItem | undefined, head: Head | null): void {
  if (item?.expected === undefined || item.expected === head?.writeId) return;
  throw new Problem('precondition-failed', 'The object changed meanwhile.');
}
