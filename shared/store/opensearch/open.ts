import { z } from 'zod/mini';
import type { SearchDocument } from '../../search/document.ts';
import type { KeyValueStore } from '../key-value-store.ts';
import type { ObjectStore, StoredVersion } from '../object-store.ts';
import { createCommitter } from './committer.ts';
import { createCreationClock } from './creation-clock.ts';
import { createCursorCodec } from './cursor.ts';
import { createEngine, type Engine } from './engine.ts';
import { createHeadMemory } from './head-memory.ts';
import { createHealth } from './health.ts';
import { openKeyValueStore, sweepValues } from './key-value-store.ts';
import { type IndexNames, indexNames, type LayoutOptions, prepareLayout } from './layout.ts';
import { openObjectStore } from './object-store.ts';
import type { Parts } from './parts.ts';
import { createPublisher } from './publisher.ts';
import { repairSince } from './repair.ts';
import { createShift } from './shift.ts';
import { EngineFailure, type OpenSearchTransport } from './transport.ts';

export type OpenSearchStoreOptions = LayoutOptions & {
  readonly transport: OpenSearchTransport;
  /** Makes the search copy of a stored object, as writes did: repair and rebuilding make copies anew. */
  readonly describe: (object: StoredVersion) => SearchDocument;
  /** Now, UTC milliseconds. */
  readonly clock?: () => number;
  /** Milliseconds that one call of the engine, other than a search, may take. */
  readonly deadline?: number;
  /** Milliseconds that a cluster may take to answer at start. */
  readonly patience?: number;
  /** Is told of faults of the engine, in its own words: for the log, never for callers. */
  readonly report?: (error: unknown) => void;
};

/** The stores on an OpenSearch cluster. */
export type OpenSearchStore = {
  readonly objects: ObjectStore;
  readonly keyValues: KeyValueStore;
  /**
   * Finishes what killed processes left half done, and removes expired entries. For a schedule; done once at start.
   *
   * @throws EngineFailure when the cluster does not answer: the next tick tries again
   */
  tick(): Promise<void>;
  /** Finishes what is under way. The `close` of `objects` is the same. */
  close(): Promise<void>;
};

/** Milliseconds between two attempts to reach the cluster at start. */
const START_PAUSE = 1_000;

/**
 * Opens the stores on a cluster; makes their indices if they are not there.
 *
 * @throws Error with one sentence for the operator when the cluster cannot be used
 */
export async function openOpenSearchStore(options: OpenSearchStoreOptions): Promise<OpenSearchStore> {
  const { transport, clock = Date.now, deadline = 10_000, patience = 60_000, report = () => {} } = options;
  const engine = createEngine(transport, deadline);
  const names = indexNames(options.prefix);
  const secret = await untilReached(patience, report, async () => {
    await prepareLayout(engine, options);
    return readSecret(engine, names);
  });
  const parts: Parts = {
    engine,
    names,
    clock,
    report,
    creation: createCreationClock(clock),
    memory: createHeadMemory(),
    cursors: await createCursorCodec(secret),
    describe: options.describe,
  };
  const shift = createShift();
  const publisher = createPublisher(parts);
  const committer = createCommitter(parts);
  await untilReached(patience, report, () => repairSince(parts, publisher));
  const close = () => shift.end();
  return {
    objects: openObjectStore({ ...parts, committer, publisher, health: createHealth(parts), shift, close }),
    keyValues: openKeyValueStore(parts, shift),
    tick: () =>
      shift.run(async () => {
        await repairSince(parts, publisher);
        await sweepValues(parts);
      }),
    close,
  };
}

/** Does what needs the cluster, and waits for it while it is away. */
async function untilReached<T>(patience: number, report: (error: unknown) => void, work: () => Promise<T>): Promise<T> {
  for (let left = patience; ; left -= START_PAUSE) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      report(error);
      if (left <= 0) throw new Error(`The search cluster cannot be used. ${error.message}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, START_PAUSE));
    }
  }
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
