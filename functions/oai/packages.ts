import { chunks } from '../../shared/base/concurrency/chunks.ts';
import { mapLimit } from '../../shared/base/concurrency/map-limit.ts';
import { listedIn, PART_LISTS } from '../../shared/repository/frameworks/listed.ts';
import type { ReadContext, ReadObject } from '../../shared/repository/frameworks/object-reader.ts';
import { typeKey } from '../../shared/repository/linked-data/type-key.ts';
import { headsOf } from '../../shared/repository/objects/heads-of.ts';
import { storedObject } from '../../shared/repository/objects/stored-versions.ts';
import type { HeadState, ObjectKey } from '../../shared/repository/store/object-store.ts';
import { type Changed, type Item, itemsOf, publicKind } from './items.ts';
import { publicListings } from './listing.ts';

/** Parts that are looked up at once. */
const CHUNK_SIZE = 500;

/** Versions among which one is looked for that everybody may read. */
const MAX_VERSIONS = 1_000;

const MAX_CONCURRENCY = 8;

/** Type keys of what a framework may list: competencies, relations, and the definitions of CASE, which begin with `cf`. */
const PART = /(?:^|\.)(?:competency|relation|cf\w+)$/;

/**
 * The frameworks whose packages changed with these objects. A package changes with each of its parts, and is reported with the latest
 * change of them: so a harvester gets it once, however many of its parts changed.
 */
export async function* packageItems(ctx: ReadContext, changed: readonly Changed[]): AsyncGenerator<Item> {
  const times = new Map<ObjectKey, number>(changed.map(({ head, changed }) => [head.key, changed]));
  const isPart = ({ head }: Changed): boolean => PART.test(typeKey(storedObject(head)));
  const done = new Set<string>();

  async function* latestOf(read: ReadObject, key: ObjectKey): AsyncGenerator<Item> {
    if (done.has(read.shortId)) return;
    done.add(read.shortId);
    const latest = await latestChange(ctx, read);
    if (latest === null || times.get(latest.key) !== latest.time) return; // it comes with that change
    yield { shortId: read.shortId, key, kind: 'framework', changed: latest.time, read };
  }

  for (const item of await itemsOf(
    ctx,
    changed.filter((one) => !isPart(one)),
  )) {
    if (item.kind !== 'framework') continue;
    if (item.read === null) yield item;
    else yield* latestOf(item.read, item.key);
  }
  const parts = changed.filter(isPart).map(({ head }) => head.shortId);
  for await (const { read } of publicListings(ctx, parts, PART_LISTS)) {
    if (publicKind(read) !== 'framework') continue;
    const [head = null] = await headsOf(ctx, [read.shortId]);
    if (head !== null) yield* latestOf(read, head.key);
  }
}

/** The part of a framework that changed last, or the framework itself. Parts that were never public are left out. */
export async function latestChange(
  ctx: ReadContext,
  { object, shortId }: ReadObject,
): Promise<{ readonly key: ObjectKey; readonly time: number } | null> {
  let latest: { readonly key: ObjectKey; readonly time: number } | null = null;
  for (const ids of chunks([shortId, ...listedIn(object, PART_LISTS, ctx.config.bases)], CHUNK_SIZE)) {
    const heads = (await headsOf(ctx, ids)).filter((head) => head !== null);
    const shown = await mapLimit(heads, MAX_CONCURRENCY, async (head) =>
      (await wasPublic(ctx, head)) ? [head.key] : [],
    );
    const keys = shown.flat();
    for (const [at, time] of (await ctx.store.changeTimes(keys)).entries()) {
      const key = keys[at];
      if (key === undefined || time === null) continue;
      if (latest === null || time > latest.time || (time === latest.time && key > latest.key)) latest = { key, time };
    }
  }
  return latest;
}

async function wasPublic({ store }: ReadContext, { access, key }: HeadState): Promise<boolean> {
  return !access.hidden || (await store.history(key, MAX_VERSIONS)).some((version) => !version.access.hidden);
}
