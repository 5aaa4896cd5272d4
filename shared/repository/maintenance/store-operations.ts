import type { Context } from '../context.ts';
import { loadForwarding } from '../objects/load-forwarding.ts';
import type { OperationControl, Progress } from './operations.ts';

/** Rebuilds the search index while serving (specification: Administration). A dry run counts the objects. */
export async function reindex(
  { store }: Pick<Context, 'store'>,
  dryRun: boolean,
  { report }: OperationControl,
): Promise<Progress> {
  const scanned = dryRun ? await store.count() : await store.rebuild((done) => report({ scanned: done, removed: 0 }));
  return { scanned, removed: 0 };
}

/**
 * Deletes all data: every object with its history, and every stored identity (specification: Administration, States and
 * transitions). The server's own keys and salts stay. A dry run counts the objects.
 *
 * It can be repeated after a failure.
 */
export async function purge(
  ctx: Pick<Context, 'store' | 'keyValues' | 'config' | 'forwarding'>,
  dryRun: boolean,
  { report }: OperationControl,
): Promise<Progress> {
  const objects = await ctx.store.count();
  if (!dryRun) {
    report({ scanned: objects, removed: 0 });
    await ctx.store.purge();
    // Requests that were saved during the purge still count.
    ctx.forwarding.clear();
    await loadForwarding(ctx);
    // Last, because the lease of this operation is among the entries.
    await ctx.keyValues.clear();
  }
  return { scanned: objects, removed: objects };
}
