import { chunks } from '../../base/concurrency/chunks.ts';
import type { Hold } from '../../base/concurrency/memory-budget.ts';
import { createSlices } from '../../base/concurrency/slices.ts';
import type { Context } from '../../repository/context.ts';
import { listedIn } from '../../repository/frameworks/listed.ts';
import { countUnits } from '../../repository/frameworks/object-reader.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { searchAll } from '../../repository/objects/search.ts';
import { storedObject, wholeVersions } from '../../repository/objects/stored-versions.ts';
import { queriesFor } from '../../repository/search/phrase-queries.ts';
import { parseIndexHint } from '../../repository/search/type-key-filter.ts';
import type { HeadState } from '../../repository/store/object-store.ts';

/** What an import needs. `hold` holds memory for the call. */
export type ImportContext = Context & { readonly hold: Hold };

/** An object that an import may replace. The caller must not see it. */
export type StoredObject = {
  readonly head: HeadState;
  /** Null after its deletion: the last owners still own the id. */
  readonly object: JsonObject | null;
};

const CHUNK_SIZE = 500;
const PAGE_SIZE = 100;

/** Reads what is stored under these ids. @throws Problem `overloaded`, `store-unavailable` (503) */
export async function readStored(ctx: ImportContext, ids: readonly string[]): Promise<Map<string, StoredObject>> {
  const stored = new Map<string, StoredObject>();
  const slices = createSlices();
  const count = countUnits(ctx.hold);
  for (const chunk of chunks([...new Set(ids)], CHUNK_SIZE)) {
    const heads = await ctx.store.heads(chunk);
    const current: (HeadState & { readonly name: string })[] = [];
    for (const [position, name] of chunk.entries()) {
      const head = heads[position] ?? null;
      if (head === null || head.shortId !== name) continue;
      if (head.deleted) stored.set(name, { head, object: null });
      else current.push({ ...head, name });
    }
    for await (const whole of wholeVersions(ctx.store, current)) {
      for (const { name, ...head } of whole) {
        if (slices.over()) await slices.next();
        await count(head.text.length);
        stored.set(name, { head, object: storedObject(head) });
      }
    }
  }
  return stored;
}

/**
 * The relations among these that a framework other than the root lists, also one that the caller may not read: `frameworksListing` leaves out what the
 * caller may not read, and would let an import remove what others use.
 */
export async function listedElsewhere(
  ctx: ImportContext,
  ids: readonly string[],
  root: string,
): Promise<ReadonlySet<string>> {
  const listed = new Set<string>();
  const wanted = new Set(ids);
  for (const query of queriesFor(['relation'], ids)) {
    const caller = { admin: true, keys: [] };
    const search = { query, types: parseIndexHint('*framework'), caller, page: PAGE_SIZE };
    for await (const page of searchAll(ctx, search)) {
      const others = page.filter(({ shortId }) => shortId !== root);
      for await (const whole of wholeVersions(ctx.store, others)) {
        for (const id of whole.flatMap((state) => listedIn(storedObject(state), ['relation'], ctx.config.bases))) {
          if (wanted.has(id)) listed.add(id);
        }
      }
    }
  }
  return listed;
}
