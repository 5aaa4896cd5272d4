import * as z from 'zod/mini';
import type { SearchDocument } from '../../repository/search/document.ts';
import type { KeyValueStore } from '../../repository/store/key-value-store.ts';
import type { ObjectStore, StoredVersion } from '../../repository/store/object-store.ts';
import { createWriteIds } from '../../repository/store/write-ids.ts';
import { createCreationClock, createStampClock } from './clocks.ts';
import { createCommitter } from './commit/committer.ts';
import { createChangeCursorCodec, createCursorCodec } from './cursors.ts';
import { createEngine, type Engine, type RefreshPolicy } from './engine/engine.ts';
import { retryUntilReached } from './engine/retry.ts';
import type { OpenSearchTransport } from './engine/transport.ts';
import { checkEngine, createHealth } from './health.ts';
import { createInFlight } from './in-flight.ts';
import { LAYOUTS, type Layouts } from './indices/index-definitions.ts';
import { aliasOfCopies, aliasOfNext, type IndexNames, indexNames } from './indices/index-names.ts';
import { type IndexOptions, readIndex } from './indices/indices.ts';
import { prepareLayout } from './indices/layout.ts';
import { purgeObjects } from './indices/purge.ts';
import { openKeyValueStore, sweepValues } from './key-value-store.ts';
import { openObjectStore } from './object-store.ts';
import type { OpenSearchParts } from './parts.ts';
import { createLaterPublisher } from './publish/later-publisher.ts';
import { createPublisher, type PublisherOptions } from './publish/publisher.ts';
import { repairSince } from './publish/repair.ts';
import { type CopyLarge, largeCopy } from './publish/search-entry.ts';
import { createHeadCache } from './read/head-cache.ts';
import { createRebuildWatch } from './rebuild/announcement.ts';
import { createRebuilder } from './rebuild/rebuild.ts';
import { REBUILD_TIMING, type RebuildTiming } from './rebuild/replacement.ts';
import type { VECTORS } from './vectors/vectors.ts';
import { passWatermark } from './watermark.ts';

export type OpenSearchStoreOptions = IndexOptions & {
  /** Prefix of the names of all indices. */
  readonly prefix: string;
  readonly transport: OpenSearchTransport;
  /** Makes the search copy of a stored object, as writes do: for repair and rebuilds. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** Makes the search copy of a large object in the background; absent: in this thread, from the result of `describe`. */
  readonly copyLarge?: CopyLarge;
  /** The current time, UTC milliseconds. */
  readonly clock?: () => number;
  /** Time limit of each call to the engine, except searches. */
  readonly timeoutMs?: number;
  /** How long opening waits for the cluster to respond; `Infinity`: no limit. */
  readonly startTimeoutMs?: number;
  /** Memory for the cached states of objects, in bytes; at most the default of {@link createHeadCache}. */
  readonly cacheBytes?: number;
  /** How saved objects become visible to searches. */
  readonly refresh?: RefreshPolicy;
  /**
   * Whether opening repairs the interrupted writes of killed processes; default: true. With false, only `tend` repairs: for
   * functions, which open a store for a single request and do nothing between requests.
   */
  readonly upkeep?: boolean;
  /** Whether a model is configured whose vectors searches are to compare. Without: nothing is read or written for vectors. */
  readonly vectors?: boolean;
  /** Receives failures of the engine with its own messages: for the log, never for callers. */
  readonly report?: (error: unknown) => void;
  /** Receives a sentence about each change that the store makes to its indices: for the log. */
  readonly announce?: (sentence: string) => void;
  /** The layouts of this process, and how long its rebuilds wait: for tests of upgrades. */
  readonly layouts?: Layouts;
  readonly timing?: RebuildTiming;
};

/** The stores on an OpenSearch cluster. */
export type OpenSearchStore = {
  readonly objects: ObjectStore;
  readonly keyValues: KeyValueStore;
  /** Waits for the operations in flight. The `close` of `objects` is the same. */
  close(): Promise<void>;
};

/**
 * Opens the stores on a cluster; creates their indices if they do not exist.
 *
 * @throws Error with one sentence for the operator when the cluster cannot be used
 */
export async function openOpenSearchStore(options: OpenSearchStoreOptions): Promise<OpenSearchStore> {
  const { startTimeoutMs = START_TIMEOUT_MS, upkeep = true, report = () => {} } = options;
  const { store, parts, publisher, rebuilder, inFlight } = assemble(options, await prepare(options));
  const isDue = await retryUntilReached(startTimeoutMs, report, async () => {
    if (!upkeep) {
      await passWatermark(parts);
      return false;
    }
    await repairSince(parts, publisher);
    return rebuilder.isDue();
  });
  if (isDue) void inFlight.run(rebuilder.resume).catch(report);
  return store;
}

/**
 * Like {@link openOpenSearchStore} without upkeep, for runtimes in which a request must not wait for a promise of another one: it
 * returns a function that opens stores for one request. These stores share caches, clocks and keys, but no operations.
 */
export async function openOpenSearchSessions(options: OpenSearchStoreOptions): Promise<() => OpenSearchStore> {
  const { startTimeoutMs = START_TIMEOUT_MS, report = () => {} } = options;
  const prepared = await prepare(options);
  await retryUntilReached(startTimeoutMs, report, () => passWatermark(assemble(options, prepared).parts));
  return () => assemble(options, prepared).store;
}

const START_TIMEOUT_MS = 60_000;

/** State shared by the stores of one process. */
type Prepared = Omit<OpenSearchParts, 'engine'> & {
  readonly major: number;
  readonly layouts: Layouts;
  readonly vectors: typeof VECTORS | null;
};

function connect({ transport, timeoutMs = 10_000, refresh = 'immediate', timing, prefix }: OpenSearchStoreOptions) {
  const engine = createEngine(transport, timeoutMs, refresh);
  return createRebuildWatch(engine, indexNames(prefix), (timing ?? REBUILD_TIMING).freshness);
}

async function prepare(options: OpenSearchStoreOptions): Promise<Prepared> {
  const {
    clock = Date.now,
    startTimeoutMs = START_TIMEOUT_MS,
    report = () => {},
    announce = () => {},
    layouts: known = LAYOUTS,
  } = options;
  const names = indexNames(options.prefix);
  const { engine } = connect(options);
  const { major, secret, vectors, layouts } = await retryUntilReached(startTimeoutMs, report, async () => {
    const major = await checkEngine(engine, announce);
    const vectors = options.vectors === true ? await loadVectors(engine) : null;
    const layouts = vectors?.layoutsWithVectors(known) ?? known;
    await prepareLayout(engine, { ...options, layouts });
    return { major, secret: await readSecret(engine, names), vectors, layouts };
  });
  return {
    major,
    vectors,
    layouts,
    names,
    clock,
    report,
    stamps: createStampClock(clock),
    creation: createCreationClock(clock),
    headCache: createHeadCache(clock, options.cacheBytes),
    cursors: await createCursorCodec(secret),
    changeCursors: await createChangeCursorCodec(secret),
    writeIds: createWriteIds(),
    describe: options.describe,
    copyLarge: options.copyLarge ?? copyHere(options.describe),
  };
}

/** Null: the engine has no vectors. */
async function loadVectors(engine: Engine): Promise<Prepared['vectors']> {
  const loaded = await import('./vectors/vectors.ts');
  return (await loaded.VECTORS.hasVectorSearch(engine)) ? loaded.VECTORS : null;
}

function assemble(options: OpenSearchStoreOptions, { major, layouts, ...known }: Prepared) {
  const { announce = () => {}, timing = REBUILD_TIMING } = options;
  const { names, report, vectors } = known;
  const layout = { ...options, layouts };
  const watch = connect(options);
  const { engine } = watch;
  const parts: OpenSearchParts = { ...known, engine };
  const inFlight = createInFlight(report);
  const copies: Omit<PublisherOptions, 'refresh'> = {
    engine,
    report,
    copyLarge: known.copyLarge,
    vectors: vectors?.createCarriedVectors(engine, names, names.search) ?? null,
    layout: layouts.search.layout,
    targets: async () => ({ main: aliasOfCopies, besides: (await watch.present()) === null ? null : aliasOfNext }),
    isPurged: async (home) => ((await readIndex(engine, names.objects))?.name ?? home) !== home,
  };
  const publisher = createPublisher({ ...copies, refresh: true });
  const laterPublisher =
    options.refresh === 'wait'
      ? { add: publisher.add, show: async () => {} } // `wait` leaves the refresh to the engine
      : createLaterPublisher({ ...copies, names, present: watch.present });
  const writing = { committer: createCommitter(parts), publisher, laterPublisher };
  const rebuilder = createRebuilder({ parts, layout, major, publisher, timing, announce });
  const close = () => {
    rebuilder.stop();
    return inFlight.end();
  };
  const health = createHealth(parts);
  const purge = () => purgeObjects(parts, layout);
  /** Repairs, resumes an interrupted rebuild, and removes expired entries and unused indices. */
  const tend = async (ended?: AbortSignal) => {
    await repairSince(parts, publisher);
    await sweepValues(parts);
    if (await rebuilder.isDue()) await inFlight.runUntil(ended, rebuilder.resume);
  };
  const vectorIndex = vectors?.openVectorIndex({ parts, publisher, present: watch.present }) ?? null;
  const store: OpenSearchStore = {
    objects: openObjectStore({ ...parts, ...writing, health, inFlight, rebuilder, purge, tend, close, vectorIndex }),
    keyValues: openKeyValueStore(parts, inFlight),
    close,
  };
  return { store, parts, publisher, rebuilder, inFlight };
}

function copyHere(describe: OpenSearchStoreOptions['describe']): CopyLarge {
  return async (stored, born, form) => largeCopy(stored, describe(stored), born, form);
}

const SECRET = 'note:secret';
const DOCUMENT = z.object({ value: z.string() });

/** Random text that all instances on the cluster share; the first of them creates it. */
async function readSecret(engine: Engine, { values }: IndexNames): Promise<string> {
  const read = async () =>
    z.safeParse(DOCUMENT, (await engine.read([{ index: values, id: SECRET }]))[0]?.source).data?.value;
  const known = await read();
  if (known !== undefined) return known;
  const value = crypto.randomUUID() + crypto.randomUUID();
  await engine.bulk([{ kind: 'create', index: values, id: SECRET, body: { value } }], false);
  const made = await read();
  if (made === undefined) throw new Error('The cluster does not store what is written to it.');
  return made;
}
