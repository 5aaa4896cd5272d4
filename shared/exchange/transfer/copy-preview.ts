import { chunks } from '../../base/concurrency/chunks.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { Context } from '../../repository/context.ts';
import { identify, type ObjectIdentity } from '../../repository/linked-data/identifiers.ts';
import type { Head, ObjectKey } from '../../repository/store/object-store.ts';
import { SourceError } from './retry.ts';
import type { SourceClient } from './source-client.ts';
import { sourceIds } from './source-ids.ts';
import { sourceTypes } from './source-types.ts';

/** Numbers of objects of a server, by how they compare with the objects here. */
type Counts = {
  /** Objects that do not exist here. */
  readonly new: number;
  /** Objects that exist here in an earlier version only. */
  readonly changed: number;
  /** Here in the same version or a later one; objects whose ids have no version are not compared further. */
  readonly same: number;
};

/** What a copy of a server would change here, by the ids that its search shows. */
export type CopyPreview = Counts & {
  readonly objects: number;
  /** Counts by type, the most frequent first; null: objects whose types are not known. */
  readonly types: readonly (Counts & { readonly type: string | null })[];
  /** Whether all ids were listed. */
  readonly complete: boolean;
};

type PreviewOptions = {
  /** The number of results that the source shows of one search. */
  readonly window: number;
  readonly maxObjects: number;
  /** Whether there is time for another request. When there is not, running ones may fail. */
  readonly mayContinue: () => boolean;
};

/** Maximum number of objects that a preview fetches. */
const MAX_FETCHED = 2000;

/** Number of ids per lookup in the store. */
const LOOKUP_SIZE = 500;

/**
 * Compares the ids of all objects that search on a source shows with the objects here. Objects are fetched for their types alone,
 * {@link MAX_FETCHED} of those whose ids have none.
 *
 * @throws SourceError when the source cannot be read, Problem `store-unavailable` (503)
 */
export async function previewCopy(
  { store }: Pick<Context, 'store'>,
  client: SourceClient,
  { window, maxObjects, mayContinue }: PreviewOptions,
): Promise<CopyPreview> {
  const seen = new Set<ObjectKey>();
  const types = new Map<string | null, Record<keyof Counts, number>>();
  let complete = true;
  let fetched = 0;
  const missed = (): void => {
    complete = false;
  };

  /** Those that have not been seen yet. */
  function unseen(ids: readonly string[]): readonly ObjectIdentity[] {
    const identities = ids.flatMap((id) => identityOf(id, client.base) ?? []);
    return identities.filter(({ key }) => !seen.has(key) && seen.add(key));
  }

  function mayFetch(count: number): boolean {
    fetched += count;
    return fetched <= MAX_FETCHED && mayContinue();
  }

  /** @returns whether all ids were listed */
  async function countAll(): Promise<boolean> {
    for await (const { ids } of sourceIds(client, window, null, missed)) {
      for (const part of chunks(ids, LOOKUP_SIZE)) {
        const identities = unseen(part);
        const heads = await store.heads(identities.map(({ shortId }) => shortId));
        const typeOf = await sourceTypes(client, identities, mayFetch);
        for (const [index, { key, version }] of identities.entries()) {
          const type = typeOf.get(key) ?? null;
          const counts = types.get(type) ?? { new: 0, changed: 0, same: 0 };
          types.set(type, counts);
          counts[kindOf(heads[index] ?? null, version)]++;
        }
      }
      if (!mayContinue() || seen.size >= maxObjects) return false;
    }
    return true;
  }

  try {
    if (!(await countAll())) complete = false;
  } catch (error) {
    if (!(error instanceof SourceError) || mayContinue()) throw error;
    complete = false; // the time is over
  }
  return { ...summed([...types.values()]), objects: seen.size, types: byFrequency(types), complete };
}

/** The identity that an id names; null if it is not a valid id, which a copy reports. */
function identityOf(id: string, base: string): ObjectIdentity | null {
  try {
    return identify(id, [base]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return null;
  }
}

function kindOf(head: Pick<Head, 'version'> | null, version: number | null): keyof Counts {
  if (head === null) return 'new';
  return version !== null && version > head.version ? 'changed' : 'same';
}

function byFrequency(types: ReadonlyMap<string | null, Counts>): CopyPreview['types'] {
  const total = ({ new: added, changed, same }: Counts): number => added + changed + same;
  return [...types].map(([type, counts]) => ({ type, ...counts })).sort((a, b) => total(b) - total(a));
}

function summed(all: readonly Counts[]): Counts {
  const sum = { new: 0, changed: 0, same: 0 };
  for (const counts of all) for (const name of ['new', 'changed', 'same'] as const) sum[name] += counts[name];
  return sum;
}
