import * as z from 'zod/mini';
import type { SearchDocument } from '../../search/document.ts';
import type { KeyValueStore } from '../key-value-store.ts';
import type { ObjectStore, StoredVersion } from '../object-store.ts';
import { createWriteIds } from '../write-ids.ts';
import { createChangeCursorCodec } from './change-cursor.ts';
import { createCreationClock } from './clocks.ts';
import { createCommitter } from './commit/committer.ts';
import { createCursorCodec } from './cursors.ts';
import { checkEngine } from './engine/check-engine.ts';
import { createEngine, type Engine, type RefreshPolicy } from './engine/engine.ts';
import type { OpenSearchTransport } from './engine/transport.ts';
import { createHealth } from './health.ts';
import { createShift } from './in-flight.ts';
import { LAYOUTS, type Layouts } from './indices/index-definitions.ts';
import { aliasOfCopies, aliasOfNext, type IndexNames, indexNames } from './indices/index-names.ts';
import { type IndexOptions, readIndex } from './indices/indices.ts';
import { prepareLayout } from './indices/layout.ts';
import { purgeObjects } from './indices/purge.ts';
import { openKeyValueStore, sweepValues } from './key-value-store.ts';
import { openObjectStore } from './object-store.ts';
import type { Parts } from './parts.ts';
import { type CopyLarge, largeCopy } from './publish/large-copy.ts';
import { createPublisher } from './publish/publisher.ts';
import { passWatermark, repairSince } from './publish/repair.ts';
import { createHeadMemory } from './read/head-cache.ts';
import { createRebuilder } from './rebuild/rebuild.ts';
import { createRebuildWatch } from './rebuild/rebuild-watch.ts';
import { REBUILD_TIMING, type RebuildTiming } from './rebuild/replacement.ts';
import { createStampClock } from './stamp-clock.ts';
import { untilAborted } from './until-aborted.ts';
import { untilReached } from './until-reached.ts';

export type OpenSearchStoreOptions = IndexOptions & {
  /** What the names of all indices begin with. */
  readonly prefix: string;
  readonly transport: OpenSearchTransport;
  /** Makes the search copy of a stored object, as writes did: repair and rebuilding make copies anew. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** Makes that of a large object, where nobody waits for it; absent: in this thread, from what `describe` gives. */
  readonly copyLarge?: CopyLarge;
  /** Now, UTC milliseconds. */
  readonly clock?: () => number;
  /** Milliseconds that one call of the engine, other than a search, may take. */
  readonly deadline?: number;
  /** Milliseconds that a cluster may take to answer at start; `Infinity`: it is waited for. */
  readonly patience?: number;
  /** How searches come to see what is saved. */
  readonly refresh?: RefreshPolicy;
  /**
   * Whether opening finishes what killed processes left half done; true when absent. False leaves all of it to `tick`: for
   * functions, which open a store for a single request and do nothing between two.
   */
  readonly upkeep?: boolean;
  /** Is told of faults of the engine, in its own words: for the log, never for callers. */
  readonly report?: (error: unknown) => void;
  /** Is told what the store does with its indices, a sentence at a time: for the log. */
  readonly announce?: (sentence: string) => void;
  /** The layouts of this process, and how long its rebuilds wait: for tests of upgrades. */
  readonly layouts?: Layouts;
  readonly timing?: RebuildTiming;
};

/** The stores on an OpenSearch cluster. */
export type OpenSearchStore = {
  readonly objects: ObjectStore;
  readonly keyValues: KeyValueStore;
  /** Finishes what is under way. The `close` of `objects` is the same. */
  close(): Promise<void>;
};

/**
 * Opens the stores on a cluster; makes their indices if they are not there.
 *
 * @throws Error with one sentence for the operator when the cluster cannot be used
 */
export async function openOpenSearchStore(options: OpenSearchStoreOptions): Promise<OpenSearchStore> {
  const { patience = PATIENCE, upkeep = true, report = () => {} } = options;
  const { store, parts, publisher, rebuilder, shift } = assemble(options, await prepare(options));
  const isDue = await untilReached(patience, report, async () => {
    if (!upkeep) {
      await passWatermark(parts);
      return false;
    }
    await repairSince(parts, publisher);
    return rebuilder.isDue();
  });
  if (isDue) void shift.run(rebuilder.resume).catch(report);
  return store;
}

/**
 * As {@link openOpenSearchStore} without upkeep, for runtimes where no request may wait for what another one does: each gets
 * stores of its own from the function that is given. They share what is known, and never what is under way.
 */
export async function openOpenSearchSessions(options: OpenSearchStoreOptions): Promise<() => OpenSearchStore> {
  const { patience = PATIENCE, report = () => {} } = options;
  const prepared = await prepare(options);
  await untilReached(patience, report, () => passWatermark(assemble(options, prepared).parts));
  return () => assemble(options, prepared).store;
}

const PATIENCE = 60_000;

/** What stores of one process know and may share. */
type Prepared = Omit<Parts, 'engine'> & { readonly major: number };

function connect({ transport, deadline = 10_000, refresh = 'immediate', timing, prefix }: OpenSearchStoreOptions) {
  const engine = createEngine(transport, deadline, refresh);
  return createRebuildWatch(engine, indexNames(prefix), (timing ?? REBUILD_TIMING).freshness);
}

async function prepare(options: OpenSearchStoreOptions): Promise<Prepared> {
  const { clock = Date.now, patience = PATIENCE, report = () => {}, announce = () => {}, layouts = LAYOUTS } = options;
  const names = indexNames(options.prefix);
  const { engine } = connect(options);
  const { major, secret } = await untilReached(patience, report, async () => {
    const major = await checkEngine(engine, announce);
    await prepareLayout(engine, { ...options, layouts });
    return { major, secret: await readSecret(engine, names) };
  });
  return {
    ...{ major, names, clock, report },
    stamps: createStampClock(clock),
    creation: createCreationClock(clock),
    memory: createHeadMemory(),
    cursors: await createCursorCodec(secret),
    changeCursors: await createChangeCursorCodec(secret),
    writeIds: createWriteIds(),
    describe: options.describe,
    copyLarge: options.copyLarge ?? copyHere(options.describe),
  };
}

function assemble(options: OpenSearchStoreOptions, { major, ...known }: Prepared) {
  const { announce = () => {}, layouts = LAYOUTS, timing = REBUILD_TIMING } = options;
  const { names, report } = known;
  const layout = { ...options, layouts };
  const watch = connect(options);
  const { engine } = watch;
  const parts: Parts = { ...known, engine };
  const shift = createShift();
  const publisher = createPublisher({
    ...{ engine, report, copyLarge: known.copyLarge, layout: layouts.search.layout, refresh: true },
    targets: async () => ({ main: aliasOfCopies, besides: (await watch.present()) === null ? null : aliasOfNext }),
    isPurged: async (home) => ((await readIndex(engine, names.objects))?.name ?? home) !== home,
  });
  const committer = createCommitter(parts);
  const rebuilder = createRebuilder({ parts, layout, major, publisher, timing, announce });
  const close = () => {
    rebuilder.stop();
    return shift.end();
  };
  const health = createHealth(parts);
  const purge = () => purgeObjects(parts, layout);
  /** Repairs, goes on with a rebuild that was left, and removes expired entries and indices that nobody uses any more. */
  const tend = async (ended?: AbortSignal) => {
    await repairSince(parts, publisher);
    await sweepValues(parts);
    if (await rebuilder.isDue()) await untilAborted(shift.run(rebuilder.resume), ended, report);
  };
  const store: OpenSearchStore = {
    objects: openObjectStore({ ...parts, committer, publisher, health, shift, rebuilder, purge, tend, close }),
    keyValues: openKeyValueStore(parts, shift),
    close,
  };
  return { store, parts, publisher, rebuilder, shift };
}

function copyHere(describe: OpenSearchStoreOptions['describe']): CopyLarge {
  return async (stored, born, form) => largeCopy(stored, describe(stored), born, form);
}

const SECRET = 'note:secret';
const NOTE = z.object({ value: z.string() });

/** Random text that all instances on the cluster share; the first of them makes it. */
async function readSecret(engine: Engine, { values }: IndexNames): Promise<string> {
  const read = async () =>
    z.safeParse(NOTE, (await engine.read([{ index: values, id: SECRET }]))[0]?.source).data?.value;
  const known = await read();
  if (known !== undefined) return known;
  const value = crypto.randomUUID() + crypto.randomUUID();
  await engine.bulk([{ kind: 'create', index: values, id: SECRET, body: { value } }], false);
  const made = await read();
  if (made === undefined) throw new Error('The cluster does not keep what is written to it.');
  return made;
}
