import { mapLimit } from '../../../../shared/base/concurrency/map-limit.ts';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import type { Vault } from '../../outline/load.ts';
import type { OutlineState } from '../../outline/state.ts';
import { timeOfVersion, versionOf } from '../../outline/version.ts';
import type { Service } from '../../service/service.ts';
import { ServiceError } from '../../service/service-error.ts';

/** One version of an object, and the one before it. */
export type Change = {
  readonly id: string;
  /** Number of the version within its object, from 1. */
  readonly ordinal: number;
  /** Null: the object was created. */
  readonly before: JsonObject | null;
  readonly after: JsonObject;
  /** 0: not known, as for objects from elsewhere. */
  readonly version: number;
  /** UTC milliseconds: as the service recorded it, for owners, or in the version; null: not known. */
  readonly time: number | null;
  /** Fingerprints of the keys of the person who did it, for owners; empty: not known. */
  readonly actors: readonly string[];
};

export type HistoryService = Pick<Service, 'base' | 'history' | 'trail'>;

/** Maximum number of parallel requests: what browsers allow per host, less one. */
const PARALLEL = 5;

/**
 * The versions of objects, newest first. Objects that the person may not read have none.
 *
 * @param asOwner also read the authors of the versions, which only owners may know
 * @throws ServiceError
 */
export async function loadChanges(
  service: HistoryService,
  vault: Vault,
  ids: readonly string[],
  asOwner: boolean,
  signal: AbortSignal,
): Promise<readonly Change[]> {
  const changes = await mapLimit(ids, PARALLEL, (id) => changesOf(service, vault, id, asOwner, signal));
  return changes.flat().sort((a, b) => (b.time ?? 0) - (a.time ?? 0) || b.version - a.version);
}

async function changesOf(
  service: HistoryService,
  vault: Vault,
  id: string,
  asOwner: boolean,
  signal: AbortSignal,
): Promise<readonly Change[]> {
  const [stored, trail] = await Promise.all([
    service.history(id, signal).catch(noneIfGone),
    asOwner ? service.trail(id, signal).catch(noneIfGone) : [],
  ]);
  const opened = await Promise.all(stored.map((object) => vault.open(object)));
  const versions = opened.filter((object) => object !== null);
  const writes = trail.filter(({ operation }) => operation !== 'delete');
  return versions.map((after, i) => {
    const own = versionOf(after, service.base);
    const entry = own > 0 ? writes.find(({ version }) => version === own) : writes[i]; // ids from elsewhere have no version in them
    const version = own > 0 ? own : (entry?.version ?? 0);
    const actors = entry?.actor?.keys ?? [];
    return {
      id,
      after,
      version,
      actors,
      ordinal: versions.length - i,
      before: versions[i + 1] ?? null,
      time: entry?.time ?? timeOfVersion(version),
    };
  });
}

/** The parts of a framework or a concept scheme by their last change, newest first, with the root before them. */
export function partsByChange({ frameworkId, objects }: OutlineState, base: string): readonly string[] {
  const parts = [...objects]
    .filter(([id]) => id !== frameworkId)
    .map(([id, object]) => ({ id, version: versionOf(object, base) }));
  return [frameworkId, ...parts.sort((a, b) => b.version - a.version).map(({ id }) => id)];
}

/** Nothing, for an object that is deleted or hidden. @throws any other error */
export function noneIfGone(error: unknown): readonly never[] {
  if (error instanceof ServiceError && (error.kind === 'not-found' || error.kind === 'unauthorized')) return [];
  throw error;
}
