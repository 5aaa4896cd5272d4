import { chunks } from '../../base/concurrency/chunks.ts';
import { mapLimit } from '../../base/concurrency/map-limit.ts';
import { md5Hex } from '../../base/crypto/md5.ts';
import { Problem } from '../../base/errors/problem.ts';
import { identify } from '../../repository/linked-data/identifiers.ts';
import { isObject, type Json, type JsonObject, member } from '../../repository/linked-data/json.ts';
import { items } from '../../repository/linked-data/references.ts';
import { type RestoreItem, restoreMany } from '../../repository/objects/restore-many.ts';
import { copyExport, exportCursorOf } from './copy-export.ts';
import type { CopyContext, CopyOptions, CopyReport, NoExport } from './copy-report.ts';
import { createTally } from './report.ts';
import { AnswerError } from './retry.ts';
import { jsonOrNull, type SourceClient } from './source-client.ts';
import { sourceIds } from './source-ids.ts';

/** For histories. */
const MAX_CONCURRENCY = 4;

/** Objects restored together. */
const BATCH_SIZE = 32;

/**
 * Copies every object of a server with all versions that it shows, by its export or else by search. Ids, owners, signatures and
 * version numbers are kept. Versions that exist here are left as they are, so that a copy can be repeated.
 *
 * @throws SourceError when the source cannot, or can no longer, be read, Problem `store-unavailable` (503); what was copied stays
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
    way: 'search',
    noExport,
    resumed: after !== null,
    objects,
    missed,
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

/**
 * Reads all versions of an object that a source shows, oldest first; empty when there are none, or none any longer. Objects without
 * versions in their ids are numbered from 1, as servers do.
 *
 * @param shortId as {@link identify} reads ids of the source
 * @throws AnswerError when the source fails for this object, SourceError when it cannot be reached
 */
export async function sourceVersions(client: SourceClient, shortId: string): Promise<readonly RestoreItem[]> {
  const address = `data/${md5Hex(shortId)}`;
  const rows =
    (await request(client, `${address}?history=true`, shortId)) ??
    (shortId.startsWith(client.base) ? await request(client, `${shortId}?history=true`, shortId) : null) ??
    (await request(client, address, shortId)) ??
    [];
  return [...rows].reverse().map((object, index) => ({ object, version: index + 1 }));
}

/** The versions of this object, newest first; null when there are none. */
async function request(client: SourceClient, path: string, shortId: string): Promise<readonly JsonObject[] | null> {
  const { status, text } = await client.post(path);
  if (status === 404) return null;
  const value = status === 200 ? jsonOrNull(text) : null;
  if (value === null) throw new AnswerError(`${new URL(path, client.base)} answered ${status}: ${text.slice(0, 200)}`);
  const rows = items(value).filter((row) => isVersionOf(row, shortId, client.base));
  return rows.length === 0 ? null : rows;
}

/** Histories of existing servers may contain other objects whose ids end with the same segment. */
function isVersionOf(row: Json, shortId: string, base: string): row is JsonObject {
  const id = isObject(row) ? member(row, '@id') : undefined;
  return typeof id === 'string' && identify(id, [base]).shortId === shortId;
}
