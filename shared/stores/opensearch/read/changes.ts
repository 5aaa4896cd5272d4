import * as z from 'zod/mini';
import { type ChangePage, MAX_INLINE_TEXTS } from '../../../repository/store/object-store.ts';
import type { ChangePosition } from '../cursors.ts';
import { aliasesOf, toHead } from '../documents.ts';
import type { Answers, Query, Reads, SearchBody } from '../engine/api-types.ts';
import { type Engine, KEYS_ONLY } from '../engine/engine.ts';
import { EngineFailure } from '../engine/transport.ts';
import type { OpenSearchParts } from '../parts.ts';
import { CLOCK_MARGIN_MS } from '../watermark.ts';
import { readFirst } from './read-objects.ts';

/*
 * The engine defines the order of changes: every shard numbers its operations. Up to the global checkpoint of the shard, no
 * operation is pending and none can be lost; every acknowledged write is below it, or soon will be. So a cursor is one number
 * per shard, and does not depend on clocks. While no checkpoint advances, reading the changes takes one small call.
 */

const SHARD = z.object({
  routing: z.object({ primary: z.boolean() }),
  seq_no: z.object({ global_checkpoint: z.number() }),
});
const STATS = z.object({
  indices: z.record(z.string(), z.object({ uuid: z.string(), shards: z.record(z.string(), z.array(SHARD)) })),
});
const FILTER = 'indices.*.uuid,indices.*.shards.*.routing.primary,indices.*.shards.*.seq_no.global_checkpoint';

const SEARCH_TIMEOUT_MS = 10_000;

/** The position of the latest change, and the name of the index itself, for calls that must not follow the alias. */
type Latest = { readonly name: string; readonly position: ChangePosition };

/** `ObjectStore.changes`. @throws Problem and EngineFailure */
export async function readChanges(parts: OpenSearchParts, cursor: string | null, limit: number): Promise<ChangePage> {
  const { engine, names, changeCursors, writeIds } = parts;
  const from = cursor === null ? null : await changeCursors.decode(cursor);
  const latest = await readLatest(engine, names.objects);
  const { position: end } = latest;
  if (from === null) return { objects: [], next: await changeCursors.encode(end), more: false };
  // Another index: the objects were purged.
  const purged = from.index !== end.index;
  const passed = end.shards.map((_, shard) => (purged ? -1 : (from.shards[shard] ?? -1)));
  const busy = end.shards.flatMap((checkpoint, shard) => (checkpoint > (passed[shard] ?? -1) ? [shard] : []));
  if (busy.length === 0) {
    const next = await changeCursors.encode({ ...end, shards: passed });
    return { objects: [], next, more: false, ...(purged && { purged }) };
  }
  await engine.refresh(latest.name);
  const size = Math.max(1, Math.floor(limit / busy.length));
  const found = await searchShards(engine, latest, busy, size, (shard) => [
    { range: { _seq_no: { gt: passed[shard] ?? -1, lte: end.shards[shard] ?? -1 } } },
  ]);
  const hits = found.flatMap((list, at) => list.map((hit) => ({ ...hit, shard: busy[at] ?? 0 })));
  const objects: ChangePage['objects'][number][] = [];
  let done = 0;
  for (let text = 0; done < hits.length && text < MAX_INLINE_TEXTS; ) {
    const left = hits.slice(done);
    const { heads, done: read } = await readFirst(
      parts,
      left.map(({ key }) => key),
    );
    const slice = left.slice(0, read);
    done += read;
    for (const { key, number, shard } of slice) {
      passed[shard] = number;
      const head = heads.get(key);
      // The object was written again, so its new number is above all numbers of this page.
      if (head === undefined || head.revision.seqNo !== number) continue;
      const { body } = head;
      const own = writeIds.isOwn(body.writeId);
      objects.push({ head: toHead(body), aliases: aliasesOf(body), own, changed: body.stamp });
      text += body.text.length;
    }
  }
  const more = done < hits.length || found.some((list) => list.length === size);
  for (const [at, list] of found.entries()) {
    const shard = busy[at] ?? 0;
    if (done >= hits.length && list.length < size) passed[shard] = end.shards[shard] ?? -1;
  }
  const next = await changeCursors.encode({ ...end, shards: passed });
  return { objects, next, more, ...(purged && { purged }) };
}

/** `ObjectStore.changesSince`: the position before the first head that may have been written since then. */
export async function positionOfTime(parts: OpenSearchParts, time: number): Promise<string> {
  const { engine, names, changeCursors } = parts;
  const latest = await readLatest(engine, names.objects);
  await engine.refresh(latest.name);
  const { index, shards } = latest.position;
  const found = await searchShards(engine, latest, [...shards.keys()], 1, () => [
    { range: { stamp: { gte: time - CLOCK_MARGIN_MS } } },
  ]);
  const before = shards.map((checkpoint, shard) => {
    const [first] = found[shard] ?? [];
    return first === undefined ? checkpoint : Math.min(checkpoint, first.number - 1);
  });
  return changeCursors.encode({ index, shards: before });
}

async function readLatest(engine: Engine, alias: string): Promise<Latest> {
  const { body } = await engine.call({
    method: 'GET',
    path: `${alias}/_stats/docs?level=shards&filter_path=${FILTER}`,
  });
  const data: Reads<Answers['stats'], typeof STATS> | undefined = z.safeParse(STATS, body).data;
  const [name, index] = Object.entries(data?.indices ?? {})[0] ?? [];
  const checkpoints = Object.entries(index?.shards ?? {}).flatMap(([shard, copies]) => {
    const primary = copies.find(({ routing }) => routing.primary);
    return primary === undefined ? [] : [[Number(shard), primary.seq_no.global_checkpoint] as const];
  });
  const shards = checkpoints.sort(([left], [right]) => left - right).map(([, checkpoint]) => checkpoint);
  const whole = shards.length > 0 && checkpoints.every(([shard], at) => shard === at);
  if (name === undefined || index === undefined || !whole) {
    throw new EngineFailure('away', 'The response of the engine lacks the checkpoints of the shards.');
  }
  return { name, position: { index: index.uuid, shards } };
}

/** For each shard, the heads that pass the filter: at most `size`, with the lowest numbers. */
async function searchShards(
  engine: Engine,
  { name }: Latest,
  shards: readonly number[],
  size: number,
  filterOf: (shard: number) => readonly Query[],
) {
  const bodies = shards.map(
    (shard): SearchBody => ({
      query: { bool: { filter: [{ term: { kind: 'head' } }, ...filterOf(shard)] } },
      sort: [{ _seq_no: 'asc' }],
      size,
      track_total_hits: false,
      ...KEYS_ONLY,
    }),
  );
  const answers = await engine.search(name, bodies, SEARCH_TIMEOUT_MS, shards);
  return answers.map(({ hits }) => hits.map(({ id, sort }) => ({ key: id, number: Number(sort[0]) })));
}
