import { chunks } from '../../base/concurrency/chunks.ts';
import type { Hold } from '../../base/concurrency/memory-budget.ts';
import { createSlices } from '../../base/concurrency/slices.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Caller } from '../access/caller.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { isLargeText } from '../linked-data/json-scan.ts';
import type { ObjectContext } from '../objects/context.ts';
import { headsOf } from '../objects/heads-of.ts';
import { isReadable, visibleTextAsync } from '../objects/present.ts';
import { type SearchAll, searchAll, searcher } from '../objects/search.ts';
import { storedObject, type Whole, wholeVersions } from '../objects/stored-versions.ts';
import { parseIndexHint } from '../search/type-key-filter.ts';
import type { HeadState, VersionState } from '../store/object-store.ts';

/** What reading needs. `hold` is that of the call. */
export type ReadContext = Pick<ObjectContext, 'store' | 'config' | 'logger' | 'large' | 'readKey'> & {
  readonly hold: Hold;
};

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

/** A search for objects, with its index hint (specification: Search request parameters); null: of any type. */
export type ObjectSearch = Omit<SearchAll, 'caller' | 'types'> & { readonly types: string | null };

/** Reads objects for one request, and counts what it holds. */
export type ObjectReader = {
  /**
   * The current objects with these ids or aliases, by id; without those that are absent, and those that the caller may not read. At most
   * two round trips to the store per {@link CHUNK_SIZE}.
   */
  readonly readMany: (ids: Iterable<string>) => Promise<ReadonlyMap<string, ReadObject>>;
  /** These versions, without those that the caller may not read. */
  readonly readVersions: (states: readonly VersionState[]) => AsyncGenerator<ReadObject>;
  /** Every current object that a query finds for the caller, page by page, for {@link ObjectReader.readVersions}. */
  readonly search: (search: ObjectSearch) => AsyncGenerator<readonly HeadState[]>;
  /** Memory that what was read takes, in bytes. */
  readonly bytes: () => number;
};

/** @throws Problem `answer-too-large` (413) from its methods for more than {@link MAX_TOTAL_UNITS}; `overloaded`, `store-unavailable` (503) */
export function createObjectReader(ctx: ReadContext, caller: Caller): ObjectReader {
  const maxUnits = Math.min(MAX_TOTAL_UNITS, ctx.config.memoryBudget / BYTES_PER_UNIT);
  let units = 0;
  const slices = createSlices();

  async function take(state: Whole<VersionState>): Promise<ReadObject | null> {
    if (slices.over()) await slices.next();
    units += state.text.length;
    if (units > maxUnits) {
      throw new Problem('answer-too-large', 'The objects of this framework are too long altogether.');
    }
    await ctx.hold(Math.ceil((units * BYTES_PER_UNIT) / HOLD_STEP_BYTES) * HOLD_STEP_BYTES);
    return readObject(ctx, state, caller);
  }

  /** These versions with what the caller may see of them. */
  async function* read<State extends VersionState>(
    states: readonly State[],
  ): AsyncGenerator<readonly [State, ReadObject]> {
    const readable = states.filter((state) => isReadable(ctx, state, caller));
    for (const chunk of chunks(readable, CHUNK_SIZE)) {
      for await (const whole of wholeVersions(ctx.store, chunk)) {
        for (const state of whole) {
          const object = await take(state);
          if (object !== null) yield [state, object];
        }
      }
    }
  }

  return {
    bytes: () => units * BYTES_PER_UNIT,
    async readMany(ids) {
      const found = new Map<string, ReadObject>();
      for (const chunk of chunks([...new Set(ids)], CHUNK_SIZE)) {
        const heads = await headsOf(ctx, chunk);
        const named = chunk.flatMap((name, position) => {
          const head = heads[position] ?? null;
          return head === null || head.deleted ? [] : [{ ...head, name }];
        });
        for await (const [{ name }, object] of read(named)) found.set(name, object);
      }
      return found;
    },
    async *readVersions(states) {
      for await (const [, object] of read(states)) yield object;
    },
    search({ types, ...search }) {
      const hint = types === null ? null : parseIndexHint(types);
      return searchAll(ctx, { ...search, types: hint, caller: searcher(caller) });
    },
  };
}

async function readObject(
  ctx: Pick<ReadContext, 'large' | 'readKey'>,
  state: Whole<VersionState>,
  caller: Caller,
): Promise<ReadObject | null> {
  const visible = await visibleTextAsync(ctx, state, caller);
  if (visible === null) return null;
  if (isLargeText(visible.text)) await createSlices().next(); // parsing it takes a slice of its own
  const { shortId, version, time, key, digest } = state;
  const object = storedObject({ key, text: visible.text });
  return { shortId, object, version, modified: time, hidden: visible.hidden, ...(digest !== undefined && { digest }) };
}
