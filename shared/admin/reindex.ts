import type { Context } from '../context.ts';
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
