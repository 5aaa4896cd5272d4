import * as z from 'zod/mini';
import { isLargeText } from '../../linked-data/json-text.ts';
import { claimAliases } from './claim-aliases.ts';
import { type Entry, type HeadBody, toStoredVersion } from './documents.ts';
import type { BulkStep } from './engine.ts';
import type { Parts } from './parts.ts';
import { type Publisher, publicationOf } from './publisher.ts';
import { readByKey } from './read-objects.ts';

/** Heads looked at by one search. */
const PAGE = 500;

/**
 * Milliseconds that the watermark stays behind: longer than a write takes from its stamp to its end, and than clocks of
 * instances differ.
 */
export const CLOCK_MARGIN = 120_000;

/** Id of the note that says up to when everything is whole. */
const WATERMARK = 'note:watermark';
const NOTE = z.object({ value: z.string() });

/** Lets the next repair look at all heads. */
export async function forgetWatermark({ engine, names }: Pick<Parts, 'engine' | 'names'>): Promise<void> {
  await engine.bulk([{ kind: 'index', index: names.values, id: WATERMARK, body: { value: '0' } }], false);
}

/**
 * Sees to it that what this process writes from now on is after the watermark, whatever its clock says.
 *
 * @returns the watermark: UTC milliseconds up to which everything is whole
 */
export async function passWatermark({
  engine,
  names,
  stamps,
}: Pick<Parts, 'engine' | 'names' | 'stamps'>): Promise<number> {
  const [note = null] = await engine.read([{ index: names.values, id: WATERMARK }]);
  const { data } = z.safeParse(NOTE, note?.source);
  const watermark = Number(data?.value ?? 0);
  stamps.notBelow(watermark + CLOCK_MARGIN);
  return watermark;
}

/**
 * Finishes what killed processes left half done: looks at the heads written since the watermark, and brings their search
 * copies up to date; new objects that did not get their aliases are given them, or taken back where these are another's.
 *
 * @returns the number of objects that something was done about
 */
export async function repairSince(parts: Parts, publisher: Publisher): Promise<number> {
  const { engine, names, stamps } = parts;
  const watermark = await passWatermark(parts);
  const started = stamps.now();
  const repaired = await repairFrom(parts, publisher, watermark);
  const body = { value: String(started - CLOCK_MARGIN) };
  await engine.bulk([{ kind: 'index', index: names.values, id: WATERMARK, body }], false);
  return repaired;
}

/** Does so for the heads written since a time, UTC milliseconds. */
export async function repairFrom(parts: Parts, publisher: Publisher, since: number): Promise<number> {
  const { engine, names } = parts;
  await engine.refresh(names.objects);
  let repaired = 0;
  for (let after: readonly (string | number | null)[] | null = [since - 1, '', 0]; after !== null; ) {
    const [answer] = await engine.search(names.objects, [headsAfter(after)], REPAIR_TIMEOUT);
    const hits = answer?.hits ?? [];
    const found = hits.map(({ id, sort }) => ({ id, generation: Number(sort[2]) }));
    repaired += await repairHeads(parts, publisher, await staleCopies(parts, found));
    after = hits.length < PAGE ? null : (hits.at(-1)?.sort ?? null);
  }
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

/** The objects, of these in these states, whose search copies are of an earlier one. */
export async function staleCopies(
  { engine, names }: Parts,
  heads: readonly { readonly id: string; readonly generation: number }[],
): Promise<string[]> {
  const copies = await engine.read(heads.map(({ id }) => ({ index: names.search, id, source: false })));
  return heads.filter(({ generation }, index) => (copies[index]?.version ?? 0) < generation).map(({ id }) => id);
}

/**
 * Brings the search copies of these objects up to date, and gives new ones the aliases that they did not get, or takes them
 * back where these are another's. Gives how many of them there are.
 */
export async function repairHeads(parts: Parts, publisher: Publisher, keys: readonly string[]): Promise<number> {
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
    behind.filter((head) => !without.has(head)),
  );
  return behind.length;
}

/** Brings the search copies of objects up to date. */
export async function republish(parts: Parts, publisher: Publisher, keys: readonly string[]): Promise<void> {
  const heads = await readByKey(parts, keys);
  await publishHeads(parts, publisher, [...heads.values()]);
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

/** Makes the search copies of these states anew. */
export async function publishHeads(
  parts: Pick<Parts, 'describe'>,
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
