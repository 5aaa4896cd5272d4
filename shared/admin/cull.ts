import type { Caller } from '../access/caller.ts';
import type { Context } from '../context.ts';
import { removeMany } from '../objects/remove-many.ts';
import { type Candidate, createCandidates } from './cull-candidates.ts';
import type { CullSource } from './cull-sources.ts';
import type { OperationControl, Progress } from './operations.ts';

/** The result of a cull. */
export type CullResult = Progress & {
  /** Objects that stay although no framework that can be read refers to them: an encrypted one may. */
  readonly kept: number;
  /** In a dry run: short ids of what would be removed, in their order, the first {@link MAX_LISTED}. */
  readonly objects?: readonly string[];
};

/** Short ids that a dry run lists. */
const MAX_LISTED = 1000;

/** Objects removed at a time. */
const SLICE_SIZE = 200;

type CullContext = Pick<Context, 'store' | 'config'> & Parameters<typeof removeMany>[0];

/**
 * Deletes the current competencies and relations that no framework refers to (specification: Administration); their history
 * stays, as with every delete. Encrypted ones stay, and so does what shares an owner with a framework that cannot be read.
 *
 * Competencies are read before frameworks, so that a framework that is saved after its competencies protects them; objects
 * that change during the cull stay. `scanned` counts the objects that were read as possible competencies.
 *
 * @param source where objects are read from: the whole store, or the search index
 * @param an admin
 */
export async function cull(
  ctx: CullContext,
  source: CullSource,
  dryRun: boolean,
  caller: Caller,
  control: OperationControl,
): Promise<CullResult> {
  const candidates = createCandidates(ctx);
  let scanned = 0;
  for await (const heads of source.competencies()) {
    control.mayGoOn();
    candidates.add(heads);
    scanned += heads.length;
    control.report({ scanned, removed: 0 });
  }
  for await (const objects of source.frameworks()) {
    control.mayGoOn();
    await candidates.protect(objects);
    control.report({ scanned, removed: 0 });
  }
  const { unreferenced, kept } = candidates.rest();
  const counts = { scanned, kept: kept.length };
  if (dryRun) {
    const objects = unreferenced.map(({ shortId }) => shortId).sort();
    return { ...counts, removed: objects.length, objects: objects.slice(0, MAX_LISTED) };
  }
  let removed = 0;
  for (let at = 0; at < unreferenced.length; at += SLICE_SIZE) {
    control.mayGoOn();
    removed += await remove(ctx, unreferenced.slice(at, at + SLICE_SIZE), caller);
    control.report({ scanned, removed });
  }
  return { ...counts, removed };
}

async function remove(ctx: CullContext, candidates: readonly Candidate[], caller: Caller): Promise<number> {
  const items = candidates.map(({ shortId, writeId }) => ({ name: shortId, version: null, expected: writeId }));
  const results = await removeMany(ctx, items, caller, 'batch');
  return results.filter((result) => 'removed' in result).length;
}
