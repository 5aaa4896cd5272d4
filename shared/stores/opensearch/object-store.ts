import type {
  ObjectStore,
  RemoveOutcome,
  SearchPage,
  SearchRequest,
  VectorIndex,
  WriteOutcome,
} from '../../repository/store/object-store.ts';
import { createBatcher } from './commit/batcher.ts';
import type { Committer } from './commit/committer.ts';
import type { CommitVerdict, PlannedChange } from './commit/plan.ts';
import { toHead, withoutText } from './documents.ts';
import { toSearchProblem } from './engine/engine-errors.ts';
import type { Health } from './health.ts';
import type { InFlight } from './in-flight.ts';
import type { OpenSearchParts } from './parts.ts';
import type { LaterPublisher } from './publish/later-publisher.ts';
import { type Publisher, publicationOf } from './publish/publisher.ts';
import { republish } from './publish/repair.ts';
import { runSearch } from './query/search.ts';
import { positionOfTime, readChanges } from './read/changes.ts';
import { readHeads, readHistory, readStamps, readTexts, readTrail, readVersion } from './read/read-objects.ts';
import { recentHeads } from './read/recent-heads.ts';
import { countObjects, scanObjects } from './read/scan.ts';
import type { Rebuilder } from './rebuild/rebuild.ts';

/** The parts of the object store. */
export type ObjectStoreParts = OpenSearchParts & {
  readonly committer: Committer;
  readonly publisher: Publisher;
  readonly laterPublisher: LaterPublisher;
  readonly health: Health;
  readonly inFlight: InFlight;
  readonly rebuilder: Rebuilder;
  readonly purge: () => Promise<void>;
  /** Null: see `OpenSearchParts.vectors`. */
  readonly vectorIndex: VectorIndex | null;
  readonly tend: ObjectStore['tend'];
  readonly close: () => Promise<void>;
};

/** A batch of at least this size is not combined with others: it writes the search copies of some objects while it commits the next. */
const MIN_OWN_BATCH_SIZE = 50;

/** How long a round of changes waits for a further one while it has fewer than the last round had. */
const MAX_ROUND_WAIT_MS = 40;

/** {@link ObjectStore} over OpenSearch. */
export function openObjectStore(parts: ObjectStoreParts): ObjectStore {
  const { committer, publisher, laterPublisher, health, inFlight } = parts;
  const { guard } = inFlight;

  /** Reports to `health` whether the engine accepts writes. */
  async function watchHealth<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      health.worked();
      return result;
    } catch (error) {
      health.failed();
      throw error;
    }
  }

  /**
   * Resolves when the change is durable, and either visible to searches or written by the other publisher; `unsearchable` tells what
   * searches cannot find of it.
   */
  function apply(
    one: PlannedChange,
    { add }: Pick<LaterPublisher, 'add'> = publisher,
  ): Promise<Exclude<CommitVerdict, { status: 'failed' }> & { unsearchable?: string }> {
    return watchHealth(async () => {
      const verdict = await committer.add(one);
      if (verdict.status === 'failed') throw verdict.error;
      const unsearchable =
        verdict.status === 'committed'
          ? await add(publicationOf(verdict.head, one.kind === 'write' ? one.request.search : null))
          : null;
      return unsearchable === null ? verdict : { ...verdict, unsearchable };
    });
  }

  /**
   * Changes are committed and published in rounds: a refresh takes the same time for one object as for many, so few large
   * rounds serve all callers sooner than many small ones that overlap.
   */
  const rounds = createBatcher({
    run: (changes: readonly PlannedChange[]) => Promise.allSettled(changes.map((one) => apply(one))),
    namesOf: () => [], // the committer separates changes of one object
    sizeOf: ({ request }) => ('text' in request ? request.text.length : 0),
    maxWaitMs: MAX_ROUND_WAIT_MS,
  });

  async function applyInRound(one: PlannedChange, together: number): ReturnType<typeof apply> {
    if (together >= MIN_OWN_BATCH_SIZE || isLarge(one)) return apply(one);
    const result = await rounds.add(one);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  /** Waits for all changes, also when some fail: closing the store waits for them. */
  async function settleAll<T>(changes: readonly Promise<T>[]): Promise<T[]> {
    await Promise.allSettled(changes);
    return Promise.all(changes);
  }

  /** Loads its code with the first call: most functions never import versions. */
  async function restore(requests: Parameters<ObjectStore['restore']>[0]) {
    const { restoreVersions } = await import('./restore/restore.ts');
    return restoreVersions({ parts, committer, publisher }, requests);
  }

  const find = (request: SearchRequest): Promise<SearchPage> =>
    guard(() => runSearch(parts, request, (keys) => republish(parts, publisher, keys)), toSearchProblem);

  function guarded(index: VectorIndex | null): VectorIndex | null {
    return (
      index && {
        save: (...given) => guard(() => index.save(...given)),
        read: (...given) => guard(() => index.read(...given)),
        forgetOthers: (...given) => guard(() => index.forgetOthers(...given)),
      }
    );
  }

  return {
    heads: (names) => guard(() => readHeads(parts, names)),
    recentHeads: async (names) => recentHeads(parts, names),
    texts: (versions) => guard(() => readTexts(parts, versions)),
    version: (key, version) => guard(() => readVersion(parts, key, version)),
    history: (key, limit) => guard(() => readHistory(parts, key, limit)),
    trail: (key, limit) => guard(() => readTrail(parts, key, limit)),
    write: (requests, searchable) =>
      guard(() =>
        settleAll(
          requests.map(async (request): Promise<WriteOutcome> => {
            const one: PlannedChange = { kind: 'write', request };
            const verdict = await (searchable === 'later'
              ? apply(one, laterPublisher)
              : applyInRound(one, requests.length));
            if (verdict.status !== 'committed') return verdict;
            const { head, unsearchable } = verdict;
            return {
              status: 'stored',
              head: toHead(head.body),
              ...(unsearchable === undefined ? {} : { unsearchable }),
            };
          }),
        ),
      ),
    makeSearchable: () => guard(() => watchHealth(laterPublisher.show)),
    remove: (requests) =>
      guard(() =>
        settleAll(
          requests.map(async (request): Promise<RemoveOutcome> => {
            const verdict = await applyInRound({ kind: 'remove', request }, requests.length);
            if (verdict.status === 'committed') return { status: 'removed', head: withoutText(verdict.head.body) };
            if (verdict.status === 'alias-taken') throw new Error('A removal claims no alias.');
            return verdict;
          }),
        ),
      ),
    scan: (cursor, limit) => guard(() => scanObjects(parts, cursor, limit)),
    changes: (cursor, limit) => guard(() => readChanges(parts, cursor, limit)),
    changesSince: (time) => guard(() => positionOfTime(parts, time)),
    changeTimes: (keys) => guard(() => readStamps(parts, keys)),
    count: () => guard(() => countObjects(parts)),
    restore: (requests) => guard(() => watchHealth(() => restore(requests))),
    search: find,
    searchStates: find,
    vectors: guarded(parts.vectorIndex),
    rebuild: (progress = () => {}) => guard(() => parts.rebuilder.rebuild(progress)),
    purge: () => guard(parts.purge),
    tend: (ended) => guard(() => parts.tend(ended)),
    async health() {
      const found = await health.check();
      return found.ready && parts.rebuilder.isMigrating() ? { ready: true, migrating: true } : found;
    },
    close: parts.close,
  };
}

/** Whether a change is so large that it would delay all other changes of its round. */
function isLarge({ kind, request }: PlannedChange): boolean {
  return kind === 'write' && request.search === null;
}
