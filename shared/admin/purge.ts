import type { Context } from '../context.ts';
import { loadForwarding } from '../objects/load-forwarding.ts';
import type { OperationControl, Progress } from './operations.ts';

/**
 * Deletes all data: every object with its history, and every stored identity (specification: Administration, States and
 * transitions). The server's own keys and salts stay. A dry run counts the objects.
 *
 * Repeating it finishes what was broken off.
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
    // Requests that were saved while the store was emptied count on.
    ctx.forwarding.clear();
    await loadForwarding(ctx);
    // Last: the lease of this operation is among the entries, and gone with them.
    await ctx.keyValues.clear();
  }
  return { scanned: objects, removed: objects };
}
