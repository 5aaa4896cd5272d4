import { z } from 'zod/mini';
import { claimAliases } from './claim-aliases.ts';
import { type HeadBody, toStoredVersion } from './documents.ts';
import type { BulkStep, EngineHit } from './engine.ts';
import type { Parts } from './parts.ts';
import { type Publisher, publicationOf } from './publisher.ts';
import { readByKey } from './read-objects.ts';

/** Heads looked at by one search. */
const PAGE = 500;

/**
 * Milliseconds that the watermark stays behind: longer than a write takes from its stamp to its end, and than clocks of
 * instances differ.
 */
const MARGIN = 120_000;

/** Id of the note that says up to when everything is whole. */
const WATERMARK = 'note:watermark';
const NOTE = z.object({ value: z.string() });

/**
 * Finishes what killed processes left half done: looks at the heads written since the watermark, and brings their search
 * copies up to date; new objects that did not get their aliases are given them, or taken back where these are another's.
 *
 * @returns the number of objects that something was done about
 */
export async function repairSince(parts: Parts, publisher: Publisher): Promise<number> {
  const { engine, names, clock } = parts;
  const [note = null] = await engine.read([{ index: names.values, id: WATERMARK }]);
  const { data } = z.safeParse(NOTE, note?.source);
  const started = clock();
  await engine.refresh(names.objects);
  let repaired = 0;
  for (
    let after: readonly (string | number | null)[] | null = [Number(data?.value ?? 0) - 1, '', 0];
    after !== null;
  ) {
    const [answer] = await engine.search(names.objects, [headsAfter(after)], REPAIR_TIMEOUT);
    const hits = answer?.hits ?? [];
    repaired += await repairHeads(parts, publisher, await keysBehind(parts, hits));
    after = hits.length < PAGE ? null : (hits.at(-1)?.sort ?? null);
  }
  const body = { value: String(started - MARGIN) };
  await engine.bulk([{ kind: 'index', index: names.values, id: WATERMARK, body }], false);
  return repaired;
}

const REPAIR_TIMEOUT = 60_000;

function headsAfter(after: readonly (string | number | null)[]) {
  return {
    query: { term: { kind: 'head' } },
    sort: [{ stamp: 'asc' }, { key: 'asc' }, { generation: 'asc' }],
    search_after: after,
    size: PAGE,
    track_total_hits: false,
    _source: false,
  };
}

/** The objects whose search copies are of an earlier state than the heads that were found. */
async function keysBehind({ engine, names }: Parts, hits: readonly EngineHit[]): Promise<string[]> {
  const copies = await engine.read(hits.map(({ id }) => ({ index: names.search, id, source: false })));
  return hits.filter(({ sort }, index) => (copies[index]?.version ?? 0) < Number(sort[2])).map(({ id }) => id);
}

async function repairHeads(parts: Parts, publisher: Publisher, keys: readonly string[]): Promise<number> {
  const behind = [...(await readByKey(parts, keys)).values()];
  const fresh = behind.filter(({ body }) => body.fresh);
  const taken = await claimAliases(
    parts,
    fresh.map(({ body }) => ({ key: body.key, strong: body.names, weak: body.asked })),
  );
  const without = new Set(fresh.filter((_, index) => (taken[index] ?? null) !== null));
  const back = [...without].map(({ body, place }): BulkStep => {
    return { kind: 'delete', index: parts.names.objects, id: body.key, place };
  });
  await parts.engine.bulk(back, false);
  await publishHeads(
    parts,
    publisher,
    behind.filter((head) => !without.has(head)).map(({ body }) => body),
  );
  return behind.length;
}

/** Brings the search copies of objects up to date. */
export async function republish(parts: Parts, publisher: Publisher, keys: readonly string[]): Promise<void> {
  const heads = await readByKey(parts, keys);
  await publishHeads(
    parts,
    publisher,
    [...heads.values()].map(({ body }) => body),
  );
  // A copy without an object is one of a new object that was taken back.
  const lost = keys.filter((key) => !heads.has(key));
  const copies = await parts.engine.read(lost.map((id) => ({ index: parts.names.search, id, source: false })));
  await parts.engine.bulk(
    copies.flatMap((copy): BulkStep[] => {
      return copy === null ? [] : [{ kind: 'delete', index: parts.names.search, id: copy.id, place: copy.place }];
    }),
    true,
  );
}

async function publishHeads(parts: Parts, publisher: Publisher, heads: readonly HeadBody[]): Promise<void> {
  await Promise.all(
    heads.map((head) =>
      publisher.add(publicationOf(head, head.deleted ? null : parts.describe(toStoredVersion(head)))),
    ),
  );
}
