import { isLargeText } from '../../../repository/linked-data/json-scan.ts';
import { claimAliases } from '../commit/claim-aliases.ts';
import { type Entry, type HeadBody, toStoredVersion } from '../documents.ts';
import type { SearchBody, SortValue } from '../engine/api-types.ts';
import type { BulkStep } from '../engine/engine.ts';
import type { OpenSearchParts } from '../parts.ts';
import { readByKey } from '../read/read-objects.ts';
import { CLOCK_MARGIN_MS, passWatermark, writeWatermark } from '../watermark.ts';
import { type Publisher, publicationOf } from './publisher.ts';

const PAGE_SIZE = 500;

/**
 * Completes writes of killed processes: reads the heads written since the watermark, and updates their search copies; new
 * objects get their missing aliases, or are deleted again where these belong to other objects.
 *
 * @returns the number of objects that were repaired
 */
export async function repairSince(parts: OpenSearchParts, publisher: Publisher): Promise<number> {
  const watermark = await passWatermark(parts);
  const started = parts.stamps.now();
  const repaired = await repairFrom(parts, publisher, watermark);
  await writeWatermark(parts, started - CLOCK_MARGIN_MS);
  return repaired;
}

/** Like `repairSince`, for the heads written since a time, UTC milliseconds. */
export async function repairFrom(parts: OpenSearchParts, publisher: Publisher, since: number): Promise<number> {
  const { engine, names } = parts;
  await engine.refresh(names.objects);
  let repaired = 0;
  for (let after: readonly SortValue[] | null = [since - 1, '', 0]; after !== null; ) {
    const [answer] = await engine.search(names.objects, [headsAfter(after)], SEARCH_TIMEOUT_MS);
    const hits = answer?.hits ?? [];
    const found = hits.map(({ id, sort }) => ({ id, generation: Number(sort[2]) }));
    repaired += await repairHeads(parts, publisher, await staleCopies(parts, found));
    after = hits.length < PAGE_SIZE ? null : (hits.at(-1)?.sort ?? null);
  }
  return repaired;
}

const SEARCH_TIMEOUT_MS = 60_000;

function headsAfter(after: readonly SortValue[]): SearchBody {
  return {
    query: { term: { kind: 'head' } },
    sort: [{ stamp: 'asc' }, { key: 'asc' }, { generation: 'asc' }],
    search_after: after,
    size: PAGE_SIZE,
    track_total_hits: false,
    _source: false,
  };
}

/** The ids of the heads whose search copies have earlier states. */
export async function staleCopies(
  { engine, names }: OpenSearchParts,
  heads: readonly { readonly id: string; readonly generation: number }[],
): Promise<string[]> {
  const copies = await engine.read(heads.map(({ id }) => ({ index: names.search, id, source: false })));
  return heads.filter(({ generation }, index) => (copies[index]?.version ?? 0) < generation).map(({ id }) => id);
}

/**
 * Updates the search copies of these objects, and gives new ones their missing aliases, or deletes them again where these belong
 * to other objects. Returns the number of objects.
 */
export async function repairHeads(
  parts: OpenSearchParts,
  publisher: Publisher,
  keys: readonly string[],
): Promise<number> {
  const behind = [...(await readByKey(parts, keys)).values()];
  const fresh = behind.filter(({ body }) => body.fresh);
  const taken = await claimAliases(
    parts,
    fresh.map(({ body }) => ({ key: body.key, strong: body.names, weak: body.asked })),
  );
  const without = new Set(fresh.filter((_, index) => (taken[index] ?? null) !== null));
  const back = [...without].map(({ body, revision }): BulkStep => {
    return { kind: 'delete', index: parts.names.objects, id: body.key, revision };
  });
  await parts.engine.bulk(back, false);
  await publishHeads(
    parts,
    publisher,
    behind.filter((head) => !without.has(head)),
  );
  return behind.length;
}

/** Updates the search copies of objects. */
export async function republish(parts: OpenSearchParts, publisher: Publisher, keys: readonly string[]): Promise<void> {
  const heads = await readByKey(parts, keys);
  await publishHeads(parts, publisher, [...heads.values()]);
  // A copy without an object belongs to a new object that was deleted again.
  const lost = keys.filter((key) => !heads.has(key));
  const copies = await parts.engine.read(lost.map((id) => ({ index: parts.names.search, id, source: false })));
  await parts.engine.bulk(
    copies.flatMap((copy): BulkStep[] => {
      return copy === null ? [] : [{ kind: 'delete', index: parts.names.search, id: copy.id, revision: copy.revision }];
    }),
    true,
  );
}

/** Writes the search copies of these states. */
export async function publishHeads(
  parts: Pick<OpenSearchParts, 'describe'>,
  publisher: Publisher,
  heads: readonly Entry<HeadBody>[],
): Promise<void> {
  await Promise.all(
    heads.map((head) => {
      const { body } = head;
      const aside = body.deleted || isLargeText(body.text);
      return publisher.add(publicationOf(head, aside ? null : parts.describe(toStoredVersion(body))));
    }),
  );
}
