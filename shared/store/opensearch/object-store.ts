import type { ObjectStore, RemoveOutcome, WriteOutcome } from '../object-store.ts';
import type { Committer, Verdict } from './committer.ts';
import { toHead } from './documents.ts';
import { toProblem, toSearchProblem } from './engine-errors.ts';
import type { Health } from './health.ts';
import type { Parts } from './parts.ts';
import type { Change } from './plan.ts';
import { type Publisher, publicationOf } from './publisher.ts';
import { readHeads, readHistory, readVersion } from './read-objects.ts';
import { republish } from './repair.ts';
import { runSearch } from './search.ts';
import type { Shift } from './shift.ts';

/** What the object store is made of. */
export type ObjectStoreParts = Parts & {
  readonly committer: Committer;
  readonly publisher: Publisher;
  readonly health: Health;
  readonly shift: Shift;
  readonly close: () => Promise<void>;
};

/** {@link ObjectStore} over OpenSearch. */
export function openObjectStore(parts: ObjectStoreParts): ObjectStore {
  const { committer, publisher, health, shift } = parts;

  function guarded<T>(work: () => Promise<T>, explain = toProblem): Promise<T> {
    return shift.run(async () => {
      try {
        return await work();
      } catch (error) {
        const problem = explain(error);
        if (problem !== error) parts.report(error);
        throw problem;
      }
    });
  }

  /** Resolves when the change is durable and search shows it. */
  async function change(one: Change): Promise<Exclude<Verdict, { status: 'failed' }>> {
    try {
      const verdict = await committer.add(one);
      if (verdict.status === 'failed') throw verdict.error;
      if (verdict.status === 'committed') {
        await publisher.add(publicationOf(verdict.head, one.kind === 'write' ? one.request.search : null));
      }
      health.worked();
      return verdict;
    } catch (error) {
      health.failed();
      throw error;
    }
  }

  /** Waits for all changes, also when some fail: what is under way is known to be. */
  async function changeAll<T>(changes: readonly Promise<T>[]): Promise<T[]> {
    await Promise.allSettled(changes);
    return Promise.all(changes);
  }

  return {
    heads: (names) => guarded(() => readHeads(parts, names)),
    version: (key, version) => guarded(() => readVersion(parts, key, version)),
    history: (key, limit) => guarded(() => readHistory(parts, key, limit)),
    write: (requests) =>
      guarded(() =>
        changeAll(
          requests.map(async (request): Promise<WriteOutcome> => {
            const verdict = await change({ kind: 'write', request });
            return verdict.status === 'committed' ? { status: 'stored', head: toHead(verdict.head) } : verdict;
          }),
        ),
      ),
    remove: (requests) =>
      guarded(() =>
        changeAll(
          requests.map(async (request): Promise<RemoveOutcome> => {
            const verdict = await change({ kind: 'remove', request });
            if (verdict.status === 'committed') return { status: 'removed', head: toHead(verdict.head) };
            if (verdict.status === 'alias-taken') throw new Error('A removal claims no alias.');
            return verdict;
          }),
        ),
      ),
    search: (request) =>
      guarded(() => runSearch(parts, request, (keys) => republish(parts, publisher, keys)), toSearchProblem),
    health: () => health.check(),
    close: parts.close,
  };
}
