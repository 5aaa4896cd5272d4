import * as z from 'zod/mini';
import { Problem } from '../../../base/errors/problem.ts';
import { MAX_INLINE_TEXTS, type NamedHead, type ScanPage } from '../../../repository/store/object-store.ts';
import { aliasesOf, toHead } from '../documents.ts';
import type { Answers, Query, Reads, SearchBody } from '../engine/api-types.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { OpenSearchParts } from '../parts.ts';
import { readFirst } from './read-objects.ts';

/** A cursor is the key of the last object of its page, in this form. */
const CURSOR = /^s1-([0-9a-f]{64})$/;

const KEYS_TIMEOUT_MS = 30_000;

/**
 * A page of all objects, in the order of their keys, as `ObjectStore.scan` promises. A scan starts with a refresh of the index,
 * and reads the heads by id, so that it sees every write.
 *
 * @throws Problem `invalid-parameter` for a cursor that no scan returned, and EngineFailure
 */
export async function scanObjects(parts: OpenSearchParts, cursor: string | null, limit: number): Promise<ScanPage> {
  const { engine, names } = parts;
  const after = cursor === null ? null : keyOf(cursor);
  if (after === null) await engine.refresh(names.objects);
  const [answer] = await engine.search(names.objects, [headsByKey(after, limit + 1)], KEYS_TIMEOUT_MS);
  const found = (answer?.hits ?? []).map(({ id }) => id);
  const keys = found.slice(0, limit);
  const objects: NamedHead[] = [];
  let done = 0;
  for (let text = 0; done < keys.length && text < MAX_INLINE_TEXTS; ) {
    const { heads, done: read } = await readFirst(parts, keys.slice(done));
    const slice = keys.slice(done, done + read);
    done += read;
    for (const key of slice) {
      const head = heads.get(key);
      if (head === undefined) continue; // a new object that was deleted again
      objects.push({ head: toHead(head.body), aliases: aliasesOf(head.body) });
      text += head.body.text.length;
    }
  }
  const last = keys[done - 1];
  return { objects, next: last === undefined || last === found.at(-1) ? null : `s1-${last}` };
}

/** The number of objects. @throws EngineFailure */
export async function countObjects({ engine, names }: Pick<OpenSearchParts, 'engine' | 'names'>): Promise<number> {
  await engine.refresh(names.objects);
  const query: Query = { term: { kind: 'head' } };
  const body = JSON.stringify({ query });
  const { body: answer } = await engine.call({ method: 'POST', path: `${names.objects}/_count`, body });
  const { count, _shards: shards }: Reads<Answers['count'], typeof COUNT> = z.parse(COUNT, answer);
  if (shards.failed > 0) throw new EngineFailure('refused', `${shards.failed} shards did not count.`);
  return count;
}

const COUNT = z.object({ count: z.number(), _shards: z.object({ failed: z.number() }) });

function keyOf(cursor: string): string {
  const [, key] = CURSOR.exec(cursor) ?? [];
  if (key !== undefined) return key;
  throw new Problem('invalid-parameter', 'The cursor does not belong to a scan: start again without it.', {
    where: 'cursor',
  });
}

/**
 * A search for heads in the order of their keys, without the documents.
 *
 * @param after the last key of the page before; null: from the first one
 */
export function headsByKey(after: string | null, size: number): SearchBody {
  return {
    query: { term: { kind: 'head' } },
    sort: [{ key: 'asc' }],
    ...(after === null ? {} : { search_after: [after] }),
    size,
    track_total_hits: false,
    _source: false,
  };
}
