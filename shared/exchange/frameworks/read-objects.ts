import { chunks } from '../../base/concurrency/chunks.ts';
import { createSlices } from '../../base/concurrency/slices.ts';
import { Problem } from '../../base/errors/problem.ts';
import { type Caller, isAdmin, keysFor } from '../../repository/access/caller.ts';
import type { JsonObject } from '../../repository/linked-data/json.ts';
import { isLargeText } from '../../repository/linked-data/json-scan.ts';
import { headsOf } from '../../repository/objects/heads-of.ts';
import { isReadable, type PresentContext, visibleTextAsync } from '../../repository/objects/present.ts';
import { storedObject, wholeVersions } from '../../repository/objects/stored-versions.ts';
import type { SearchCaller, VersionState } from '../../repository/store/object-store.ts';
import type { ExchangeReadContext } from './context.ts';
import type { Framework } from './model.ts';

/** A stored object as the caller may see it. */
export type ReadObject = {
  readonly shortId: string;
  readonly object: JsonObject;
  readonly version: number;
  /** See `StoredVersion`. */
  readonly digest?: string;
  /** Time of the version, UTC milliseconds. */
  readonly modified: number;
  /** JSON pointers (RFC 6901) of the parts that the caller may not see. */
  readonly hidden: readonly string[];
};

/** Objects looked up at once. */
const CHUNK_SIZE = 500;

/** UTF-16 units of all objects of one framework. */
const MAX_TOTAL_UNITS = 1 << 28;

/** Memory per UTF-16 unit of a stored text: the text, and the object parsed from it. */
const BYTES_PER_UNIT = 6;

/** Memory is held in such steps: smaller amounts are not counted. */
const HOLD_STEP_BYTES = 1 << 20;

/** Reads objects for one request, and counts what it holds. */
export type ObjectReader = {
  /**
   * The current objects with these ids or aliases, by id; without those that are absent, and those that the caller may not read. At most
   * two round trips to the store per {@link CHUNK_SIZE}.
   */
  readonly readMany: (ids: Iterable<string>) => Promise<ReadonlyMap<string, ReadObject>>;
  /** These versions, without those that the caller may not read. */
  readonly readVersions: (states: readonly VersionState[]) => AsyncGenerator<ReadObject>;
  /** Memory that what was read takes, in bytes. */
  readonly bytes: () => number;
};

/** @throws Problem `answer-too-large` (413) from its methods for more than {@link MAX_TOTAL_UNITS}; `overloaded`, `store-unavailable` (503) */
export function createObjectReader(ctx: ExchangeReadContext, caller: Caller): ObjectReader {
  const maxUnits = Math.min(MAX_TOTAL_UNITS, ctx.config.memoryBudget / BYTES_PER_UNIT);
  let units = 0;
  const slices = createSlices();

  async function take(state: VersionState & { readonly text: string }): Promise<ReadObject | null> {
    if (slices.over()) await slices.next();
    units += state.text.length;
    if (units > maxUnits) {
      throw new Problem('answer-too-large', 'The objects of this framework are too long altogether.');
    }
    await ctx.hold(Math.ceil((units * BYTES_PER_UNIT) / HOLD_STEP_BYTES) * HOLD_STEP_BYTES);
    return readObject(ctx, state, caller);
  }

  return {
    bytes: () => units * BYTES_PER_UNIT,
    async readMany(ids) {
      const found = new Map<string, ReadObject>();
      for (const chunk of chunks([...new Set(ids)], CHUNK_SIZE)) {
        const heads = await headsOf(ctx, chunk);
        const named = chunk.flatMap((name, position) => {
          const head = heads[position] ?? null;
          return head === null || head.deleted || !isReadable(ctx, head, caller) ? [] : [{ ...head, name }];
        });
        for await (const whole of wholeVersions(ctx.store, named)) {
          for (const state of whole) {
            const read = await take(state);
            if (read !== null) found.set(state.name, read);
          }
        }
      }
      return found;
    },
    async *readVersions(states) {
      const readable = states.filter((state) => isReadable(ctx, state, caller));
      for (const chunk of chunks(readable, CHUNK_SIZE)) {
        for await (const whole of wholeVersions(ctx.store, chunk)) {
          for (const state of whole) {
            const read = await take(state);
            if (read !== null) yield read;
          }
        }
      }
    },
  };
}

async function readObject(
  ctx: Pick<PresentContext, 'large' | 'readKey'>,
  state: VersionState & { readonly text: string },
  caller: Caller,
): Promise<ReadObject | null> {
  const visible = await visibleTextAsync(ctx, state, caller);
  if (visible === null) return null;
  if (isLargeText(visible.text)) await createSlices().next(); // parsing it takes a slice of its own
  const { shortId, version, time, key, digest } = state;
  const object = storedObject({ key, text: visible.text });
  return { shortId, object, version, modified: time, hidden: visible.hidden, ...(digest !== undefined && { digest }) };
}

/** What a root consists of, and the objects that were read for it. */
export type Parts = Omit<Framework, 'root'> & {
  readonly read: readonly ReadObject[];
  readonly missing: readonly string[];
};

/** The caller of searches by this caller. */
export function searcher(caller: Caller): SearchCaller {
  return { admin: isAdmin(caller, null), keys: [...keysFor(caller, null)] };
}
