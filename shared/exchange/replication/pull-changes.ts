import { openSourcePart, RefusedPart, type SourcePart } from '../transfer/copy-export.ts';
import type { NoExport } from '../transfer/copy-report.ts';
import { importLines } from '../transfer/import-lines.ts';
import { SourceError } from '../transfer/retry.ts';
import type { SourceClient } from '../transfer/source-client.ts';
import type { Run } from './context.ts';
import { logRefused, withReport } from './state.ts';

/**
 * Pulls from a server of this kind: every object, then what has changed, part by part. A part is requested while the one before it
 * is restored, and is done once that is durable.
 *
 * @returns why there are no changes: the server does not offer them, or accepts none of the keys as an admin's
 * @throws SourceError when they cannot, or can no longer, be read, Problem `store-unavailable` (503)
 */
export async function pullChanges({ ctx, client, options, state, save, mayContinue }: Run): Promise<NoExport | null> {
  let asOf = ctx.now();
  const first = await openFirst(client, state().cursor);
  if (typeof first === 'string') return first;
  let part: SourcePart = first;
  for (;;) {
    const { next, upToDate }: SourcePart = part;
    if (next === null) throw new SourceError('The server sent changes without a cursor for the next part.');
    const nextAsOf = ctx.now();
    const upcoming: Promise<SourcePart | NoExport> | null =
      upToDate || !mayContinue() ? null : openSourcePart(client, next, 'changes');
    upcoming?.catch(() => {}); // it may fail while the part is restored, and is awaited after that
    try {
      const report = await importLines({ ...ctx, keyValues: null }, part.bytes, undefined, options);
      await save({
        way: 'changes',
        noChanges: null,
        pass: null,
        cursor: next,
        failures: 0,
        error: null,
        retryAt: 0,
        ...withReport(state(), report),
        ...(upToDate && { upToDateAt: asOf }),
      });
      logRefused(ctx.logger, report);
    } catch (error) {
      upcoming?.then(discard).catch(() => {}); // the first error is the one to report
      throw error;
    }
    if (upcoming === null) return null;
    const following = await upcoming;
    if (typeof following === 'string')
      throw new SourceError('The server no longer accepts the keys as those of an admin.');
    part = following;
    asOf = nextAsOf;
  }
}

/** The part after a cursor, or the first one if the server no longer accepts the cursor. */
async function openFirst(client: SourceClient, cursor: string | null): Promise<SourcePart | NoExport> {
  try {
    return await openSourcePart(client, cursor, 'changes');
  } catch (error) {
    if (cursor === null || !(error instanceof RefusedPart) || error.status !== 400) throw error;
    return openSourcePart(client, null, 'changes');
  }
}

async function discard(part: SourcePart | NoExport): Promise<void> {
  if (typeof part !== 'string') await part.bytes.cancel();
}
