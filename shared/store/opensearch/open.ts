import { z } from 'zod/mini';
import type { SearchDocument } from '../../search/document.ts';
import type { KeyValueStore } from '../key-value-store.ts';
import type { ObjectStore, StoredVersion } from '../object-store.ts';
import { checkEngine } from './check-engine.ts';
import { createCommitter } from './committer.ts';
import { createCreationClock } from './creation-clock.ts';
import { createCursorCodec } from './cursor.ts';
import { createEngine, type Engine, type RefreshPolicy } from './engine.ts';
import { createHeadMemory } from './head-memory.ts';
import { createHealth } from './health.ts';
import { LAYOUTS, type Layouts } from './index-definitions.ts';
import { aliasOfCopies, aliasOfNext, type IndexNames, indexNames } from './index-names.ts';
import { type IndexOptions, readIndex } from './indices.ts';
import { openKeyValueStore, sweepValues } from './key-value-store.ts';
import { prepareLayout } from './layout.ts';
import { openObjectStore } from './object-store.ts';
import type { Parts } from './parts.ts';
import { createPublisher } from './publisher.ts';
import { purgeObjects } from './purge.ts';
import { createRebuilder } from './rebuild.ts';
import { createRebuildWatch } from './rebuild-watch.ts';
import { repairSince } from './repair.ts';
import { REBUILD_TIMING, type RebuildTiming } from './replacement.ts';
import { createShift } from './shift.ts';
import { createStampClock } from './stamp-clock.ts';
import type { OpenSearchTransport } from './transport.ts';
import { untilAborted } from './until-aborted.ts';
import { untilReached } from './until-reached.ts';

export type OpenSearchStoreOptions = IndexOptions & {
  /** What the names of all indices begin with. */
  readonly prefix: string;
  readonly transport: OpenSearchTransport;
  /** Makes the search copy of a stored object, as writes did: repair and rebuilding make copies anew. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** Now, UTC milliseconds. */
  readonly clock?: () => number;
  /** Milliseconds that one call of the engine, other than a search, may take. */
  readonly deadline?: number;
  /** Milliseconds that a cluster may take to answer at start; `Infinity`: it is waited for. */
  readonly patience?: number;
  /** How searches come to see what is saved. */
  readonly refresh?: RefreshPolicy;
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
  const { transport, clock = Date.now, deadline = 10_000, patience = 60_000, report = () => {} } = options;
  const { refresh = 'immediate', announce = () => {}, layouts = LAYOUTS, timing = REBUILD_TIMING } = options;
  const names = indexNames(options.prefix);
  const layout = { ...options, layouts };
  const watch = createRebuildWatch(createEngine(transport, deadline, refresh), names, timing.freshness);
  const { engine } = watch;
  const { major, secret } = await untilReached(patience, report, async () => {
    const major = await checkEngine(engine, announce);
    await prepareLayout(engine, layout);
    return { major, secret: await readSecret(engine, names) };
  });
  const parts: Parts = {
    engine,
    names,
    clock,
    report,
    stamps: createStampClock(clock),
    creation: createCreationClock(clock),
    memory: createHeadMemory(),
    cursors: await createCursorCodec(secret),
    describe: options.describe,
  };
  const shift = createShift();
  const publisher = createPublisher({
    ...{ engine, report, layout: layouts.search.layout, refresh: true },
    targets: async () => ({ main: aliasOfCopies, besides: (await watch.present()) === null ? null : aliasOfNext }),
    isPurged: async (home) => ((await readIndex(engine, names.objects))?.name ?? home) !== home,
  });
  const committer = createCommitter(parts);
  const rebuilder = createRebuilder({ parts, layout, major, publisher, timing, announce });
  const isDue = await untilReached(patience, report, async () => {
    await repairSince(parts, publisher);
    return rebuilder.isDue();
  });
  if (isDue) void shift.run(rebuilder.resume).catch(report);
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
  return {
    objects: openObjectStore({ ...parts, committer, publisher, health, shift, rebuilder, purge, tend, close }),
    keyValues: openKeyValueStore(parts, shift),
    close,
  };
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
