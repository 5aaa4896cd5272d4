import { md5Hex } from '../crypto/md5.ts';
import { identify } from '../linked-data/identifiers.ts';
import { isObject, type Json, type JsonObject, member } from '../linked-data/json.ts';
import type { RestoreItem } from '../objects/restore-many.ts';
import { AnswerError } from './retry.ts';
import { jsonOrNull, type SourceClient } from './source-client.ts';

/**
 * Reads all versions of an object that a source shows, oldest first; empty when there are none (any more). Objects without versions in
 * their ids are numbered from 1, as servers do.
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
  const rows = (Array.isArray(value) ? value : [value]).filter((row) => isVersionOf(row, shortId, client.base));
  return rows.length === 0 ? null : rows;
}

/** Histories of existing servers may contain other objects whose ids end with the same segment. */
function isVersionOf(row: Json, shortId: string, base: string): row is JsonObject {
  const id = isObject(row) ? member(row, '@id') : undefined;
  return typeof id === 'string' && identify(id, [base]).shortId === shortId;
}
