import { chunks } from '../concurrency/chunks.ts';
import { mapLimit } from '../concurrency/map-limit.ts';
import { Problem } from '../errors/problem.ts';
import { identify } from '../linked-data/identifiers.ts';
import { type RestoreItem, restoreMany } from '../objects/restore-many.ts';
import { copyExport, exportCursorOf } from './copy-export.ts';
import type { CopyContext, CopyOptions, CopyReport } from './copy-report.ts';
import { createTally } from './report.ts';
import { AnswerError } from './retry.ts';
import type { SourceClient } from './source-client.ts';
import type { NoExport } from './source-export.ts';
import { sourceIds } from './source-ids.ts';
import { sourceVersions } from './source-versions.ts';

/** For histories. */
const MAX_CONCURRENCY = 4;

/** Objects restored together. */
const BATCH_SIZE = 32;

/**
 * Copies every object of a server with all versions that it shows, by its export or else by search. Ids, owners, signatures and
 * version numbers are kept. Versions that exist here are left as they are, so that a copy can be repeated.
 *
 * @throws SourceError when the source cannot be read (any more), Problem `store-unavailable` (503); what was copied stays
 */
export async function copyFrom(ctx: CopyContext, client: SourceClient, options: CopyOptions): Promise<CopyReport> {
  const exported = client.proves ? await copyExport(ctx, client, options) : null;
  return typeof exported === 'object' && exported !== null ? exported : copyBySearch(ctx, client, options, exported);
}

async function copyBySearch(
  ctx: CopyContext,
  client: SourceClient,
  { checkpoint, window, progress }: CopyOptions,
  noExport: NoExport | null,
): Promise<CopyReport> {
  const saved = await checkpoint.read();
  const after = saved === null || exportCursorOf(saved) !== null ? null : saved;
  const tally = createTally();
  const missed: string[] = [];
  let objects = 0;
  const report = (): CopyReport => ({
    ...tally.report(),
    ...{ way: 'search', noExport, resumed: after !== null, objects, missed },
  });

  async function versionsOf(shortId: string): Promise<readonly RestoreItem[]> {
    try {
      return await sourceVersions(client, shortId);
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      tally.fail(error, shortId);
      return [];
    }
  }

  for await (const { ids, checkpoint: next } of sourceIds(client, window, after, (search) => missed.push(search))) {
    const shortIds = shortIdsOf(ids, client.base, tally.fail);
    for (const batch of chunks(shortIds, BATCH_SIZE)) {
      const items = await mapLimit(batch, MAX_CONCURRENCY, versionsOf);
      for (const result of await restoreMany(ctx, items.flat())) tally.add(result);
      objects += batch.length;
      progress(report());
    }
    if (next !== null) await checkpoint.write(next);
  }
  await checkpoint.clear();
  return report();
}

function shortIdsOf(
  ids: readonly string[],
  base: string,
  fail: (problem: Problem, id: string) => void,
): readonly string[] {
  const shortIds = new Set<string>();
  for (const id of ids) {
    try {
      shortIds.add(identify(id, [base]).shortId);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      fail(error, id);
    }
  }
  return [...shortIds];
}
