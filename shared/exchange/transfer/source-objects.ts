import { chunks } from '../../base/concurrency/chunks.ts';
import { mapLimit } from '../../base/concurrency/map-limit.ts';
import { md5Hex } from '../../base/crypto/md5.ts';
import { Problem } from '../../base/errors/problem.ts';
import { identify, type ObjectIdentity } from '../../repository/linked-data/identifiers.ts';
import { isObject, type Json, type JsonObject, member } from '../../repository/linked-data/json.ts';
import { items } from '../../repository/linked-data/references.ts';
import { type RestoreItem, type RestoreOptions, restoreMany } from '../../repository/objects/restore-many.ts';
import type { Tally } from './report.ts';
import { AnswerError } from './retry.ts';
import { jsonOrNull, type SourceClient } from './source-client.ts';

/** Number of histories that are requested concurrently. */
const MAX_CONCURRENCY = 4;

/** Number of objects that are restored together. */
const BATCH_SIZE = 32;

/** The objects that a source has listed, each once. @param tally counts what is not an id */
export function listedObjects(ids: readonly string[], base: string, tally: Tally): readonly ObjectIdentity[] {
  const found = new Map<string, ObjectIdentity>();
  for (const id of ids) {
    try {
      const identity = identify(id, [base]);
      found.set(identity.shortId, identity);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      tally.fail(error, id);
    }
  }
  return [...found.values()];
}

/**
 * Restores all versions of objects that a source shows. Objects for which the source fails are counted, and left out.
 *
 * @param restored called after each batch, with the number of its objects
 * @throws SourceError when the source cannot be reached, Problem `store-unavailable` (503), the error of the callback
 */
export async function restoreObjects(
  ctx: Parameters<typeof restoreMany>[0],
  client: SourceClient,
  objects: readonly ObjectIdentity[],
  tally: Tally,
  { restore, restored }: { readonly restore?: RestoreOptions; readonly restored?: (count: number) => void },
): Promise<void> {
  async function versionsOf({ shortId }: ObjectIdentity): Promise<readonly RestoreItem[]> {
    try {
      return await sourceVersions(client, shortId);
    } catch (error) {
      if (!(error instanceof AnswerError)) throw error;
      tally.fail(error, shortId);
      return [];
    }
  }
  for (const batch of chunks(objects, BATCH_SIZE)) {
    const versions = await mapLimit(batch, MAX_CONCURRENCY, versionsOf);
    for (const result of await restoreMany(ctx, versions.flat(), restore)) tally.add(result);
    restored?.(batch.length);
  }
}

/**
 * Reads all versions of an object that a source shows, oldest first; empty when there are none, or none any longer. Objects without
 * versions in their ids are numbered from 1, as servers do.
 *
 * @param shortId as {@link identify} reads ids of the source
 * @throws AnswerError when the source fails for this object, SourceError when it cannot be reached
 */
async function sourceVersions(client: SourceClient, shortId: string): Promise<readonly RestoreItem[]> {
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
