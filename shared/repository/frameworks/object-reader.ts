import { chunks } from '../../base/concurrency/chunks.ts';
import type { Hold } from '../../base/concurrency/memory-budget.ts';
import { createSlices } from '../../base/concurrency/slices.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Caller } from '../access/caller.ts';
import { type EncryptedValue, parseDecrypted, parseEncryptedValue } from '../access/encrypted-value.ts';
import { isEncryptedValue } from '../access/kbac-types.ts';
import { visiblePart } from '../access/read-filter.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { isLargeText } from '../linked-data/json-scan.ts';
import type { ObjectContext } from '../objects/context.ts';
import { headsOf } from '../objects/heads-of.ts';
import { isReadable, isSlowToPresent, visibleText, visibleTextAsync } from '../objects/present.ts';
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

/** Objects in memory before the first of them is used. Encrypted ones are decrypted together, in other threads. */
const READ_AT_ONCE = 16;

/** Maximum length of all objects that one reader reads, in UTF-16 units. */
export const MAX_TOTAL_UNITS = 1 << 28;

/** Memory per UTF-16 unit of a stored text: the text, and the object parsed from it. */
const BYTES_PER_UNIT = 6;

/** Memory is held in such steps: smaller amounts are not counted. */
const HOLD_STEP_BYTES = 1 << 20;

/**
 * Holds memory for all texts that it is called with the lengths of, in UTF-16 units. Call it before a text is parsed.
 *
 * @throws Problem `overloaded` (503)
 */
export function countUnits(hold: Hold, bytesPerUnit = BYTES_PER_UNIT): (units: number) => Promise<void> {
  let bytes = 0;
  return (units) => {
    bytes += units * bytesPerUnit;
    return hold(Math.ceil(bytes / HOLD_STEP_BYTES) * HOLD_STEP_BYTES);
  };
}

/** How readers differ. */
export type ReaderOptions = {
  /**
   * Decrypts whole objects, as far as the caller may see them; those for which it returns null stay as they are. Without it, encrypted
   * parts get the secrets that the held keys of the caller decrypt, as in every answer (specification: Authentication 6): an object that
   * is calculated with, or that others may be shown, must not have these.
   */
  readonly decrypt?: (value: EncryptedValue) => Promise<string | null>;
  readonly limit?: ReadLimit;
};

/** How much one reader reads in all, in UTF-16 units, the memory for each, and the problem for more. */
export type ReadLimit = { readonly units: number; readonly bytesPerUnit: number; readonly tooLong: () => Problem };

/** A search for objects, with its index hint (specification: Search request parameters); null: of any type. */
export type ObjectSearch = Omit<SearchAll, 'caller' | 'types'> & { readonly types: string | null };

/** Reads objects for one request, and counts what it holds. */
export type ObjectReader = {
  /**
   * The current objects with these ids or aliases, by id; without those that are absent, and those that the caller may not read. At most
   * two round trips to the store per {@link CHUNK_SIZE}.
   */
  readonly readMany: (ids: Iterable<string>) => Promise<ReadonlyMap<string, ReadObject>>;
  /** As {@link ObjectReader.readMany}, one after the other, each with its id. */
  readonly readEach: (ids: Iterable<string>) => AsyncGenerator<readonly [id: string, read: ReadObject]>;
  /** These versions, without those that the caller may not read. */
  readonly readVersions: (states: readonly VersionState[]) => AsyncGenerator<ReadObject>;
  /** Every current object that a query finds for the caller, page by page, for {@link ObjectReader.readVersions}. */
  readonly search: (search: ObjectSearch) => AsyncGenerator<readonly HeadState[]>;
  /** Holds memory for this many UTF-16 units more, which are read elsewhere for the same request. Its limit does not count them. */
  readonly count: (units: number) => Promise<void>;
  /** Memory that what was read takes, in bytes. */
  readonly bytes: () => number;
};

/** A version, and what the caller may see of it. */
type Read<State extends VersionState> = readonly [Whole<State>, ReadObject];

/**
 * @throws Problem from its methods: the problem of the limit, `answer-too-large` (413) by default; `overloaded`,
 *   `store-unavailable` (503)
 */
export function createObjectReader(
  ctx: ReadContext,
  caller: Caller,
  { decrypt, limit = frameworkLimit(ctx) }: ReaderOptions = {},
): ObjectReader {
  const { bytesPerUnit } = limit;
  const count = countUnits(ctx.hold, bytesPerUnit);
  const reading = decrypt === undefined ? caller : { ...caller, held: [] };
  let units = 0;
  const slices = createSlices();

  /** What the caller may see of these versions, which are parsed one after the other. */
  async function take<State extends VersionState>(states: readonly Whole<State>[]): Promise<Read<State>[]> {
    const more = states.reduce((sum, { text }) => sum + text.length, 0);
    units += more;
    if (units > limit.units) throw limit.tooLong();
    await count(more);
    const found: Read<State>[] = [];
    for (const state of states) {
      if (slices.over()) await slices.next();
      const object = await readObject(ctx, state, reading);
      if (object !== null) found.push([state, object]);
    }
    return found;
  }

  async function decrypted(read: ReadObject, decrypt: NonNullable<ReaderOptions['decrypt']>): Promise<ReadObject> {
    if (!isEncryptedValue(read.object)) return read;
    const object = parseDecrypted(await decrypt(parseEncryptedValue(read.object, ctx.readKey)));
    const visible = object && visiblePart(object, caller, read.shortId, ctx.readKey).object;
    return visible === null ? read : { ...read, object: visible };
  }

  /** These versions with what the caller may see of them, in groups. */
  async function* read<State extends VersionState>(states: readonly State[]): AsyncGenerator<readonly Read<State>[]> {
    const readable = states.filter((state) => isReadable(ctx, state, caller));
    for (const chunk of chunks(readable, CHUNK_SIZE)) {
      for await (const whole of wholeVersions(ctx.store, chunk)) {
        for (const some of chunks(whole, READ_AT_ONCE)) {
          const found = await take(some);
          yield decrypt === undefined
            ? found
            : await Promise.all(
                found.map(async ([state, object]) => [state, await decrypted(object, decrypt)] as const),
              );
        }
      }
    }
  }

  /** The current objects with these ids or aliases, in groups. */
  async function* readNamed(ids: Iterable<string>) {
    for (const chunk of chunks([...new Set(ids)], CHUNK_SIZE)) {
      const heads = await headsOf(ctx, chunk);
      const named = chunk.flatMap((name, position) => {
        const head = heads[position] ?? null;
        return head === null || head.deleted ? [] : [{ ...head, name }];
      });
      yield* read(named);
    }
  }

  return {
    bytes: () => units * bytesPerUnit,
    count,
    async *readEach(ids) {
      for await (const some of readNamed(ids)) for (const [{ name }, object] of some) yield [name, object];
    },
    async readMany(ids) {
      const found = new Map<string, ReadObject>();
      for await (const some of readNamed(ids)) for (const [{ name }, object] of some) found.set(name, object);
      return found;
    },
    async *readVersions(states) {
      for await (const some of read(states)) for (const [, object] of some) yield object;
    },
    search({ types, ...search }) {
      const hint = types === null ? null : parseIndexHint(types);
      return searchAll(ctx, { ...search, types: hint, caller: searcher(caller) });
    },
  };
}

/** For answers, which are in memory as a whole. */
function frameworkLimit({ config }: Pick<ReadContext, 'config'>): ReadLimit {
  return {
    units: Math.min(MAX_TOTAL_UNITS, config.memoryBudget / BYTES_PER_UNIT),
    bytesPerUnit: BYTES_PER_UNIT,
    tooLong: () => new Problem('answer-too-large', 'The objects of this framework are too long in total.'),
  };
}

async function readObject(
  ctx: Pick<ReadContext, 'large' | 'readKey'>,
  state: Whole<VersionState>,
  caller: Caller,
): Promise<ReadObject | null> {
  const visible = isSlowToPresent(state, caller)
    ? await visibleTextAsync(ctx, state, caller)
    : visibleText(state, caller);
  if (visible === null) return null;
  if (isLargeText(visible.text)) await createSlices().next(); // parsing it takes a slice of its own
  const { shortId, version, time, key, digest } = state;
  const object = storedObject({ key, text: visible.text });
  return { shortId, object, version, modified: time, hidden: visible.hidden, ...(digest !== undefined && { digest }) };
}
