import { chunks } from '../../base/concurrency/chunks.ts';
import { md5Hex } from '../../base/crypto/md5.ts';
import { Problem } from '../../base/errors/problem.ts';
import { identify, type ObjectIdentity } from '../../repository/linked-data/identifiers.ts';
import { isObject, type Json, member } from '../../repository/linked-data/json.ts';
import type { ObjectKey } from '../../repository/store/object-store.ts';
import { jsonOrNull, type SourceClient } from './source-client.ts';

/** Number of objects per request. */
const BATCH_SIZE = 100;

/**
 * The types of objects of a source, such as `Competency`. They are read from the ids where these contain them, and otherwise from
 * the objects, which are fetched. Objects that the source does not show are missing.
 *
 * @param mayFetch whether objects may be fetched; asked for each batch, with the number of objects in it
 * @throws SourceError when the source cannot be reached
 */
export async function sourceTypes(
  client: SourceClient,
  identities: readonly ObjectIdentity[],
  mayFetch: (count: number) => boolean,
): Promise<ReadonlyMap<ObjectKey, string>> {
  const types = new Map<ObjectKey, string>();
  const untyped: string[] = [];
  for (const { key, shortId } of identities) {
    const type = /\/data\/([^/]+)\/[^/]+$/.exec(shortId)?.[1];
    if (type === undefined)
      untyped.push(`data//${md5Hex(shortId)}`); // as clients ask
    else types.set(key, nameIn(type));
  }
  for (const batch of chunks(untyped, BATCH_SIZE)) {
    if (!mayFetch(batch.length)) break;
    const { status, text } = await client.post('sky/repo/multiGet', { data: JSON.stringify(batch) });
    const objects = status === 200 ? jsonOrNull(text) : null;
    if (!Array.isArray(objects)) break; // the source has no such operation
    for (const object of objects) addType(types, object, client.base);
  }
  return types;
}

function addType(types: Map<ObjectKey, string>, object: Json, base: string): void {
  if (!isObject(object)) return;
  const [id, type] = [member(object, '@id'), member(object, '@type') ?? member(object, 'type')];
  if (typeof id !== 'string' || typeof type !== 'string') return;
  try {
    types.set(identify(id, [base]).key, nameIn(type));
  } catch (error) {
    if (!(error instanceof Problem)) throw error; // it counts as an object without a type
  }
}

/** The name in `schema.cassproject.org.0.4.Competency`, or in an address or a name of a type. */
function nameIn(type: string): string {
  return /[^./#:]+$/.exec(type)?.[0] ?? type;
}
