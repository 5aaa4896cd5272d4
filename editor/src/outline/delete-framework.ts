import { chunks } from '../../../shared/base/concurrency/chunks.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { quoted, type SearchPage } from '../service/search.ts';
import type { Service } from '../service/service.ts';
import { ServiceError } from '../service/service-error.ts';
import type { BatchFailure, WritingService } from '../service/writer.ts';
import { idOf } from './draft.ts';
import { PART_LISTS } from './patch.ts';
import { frameworkOf, listedIds, type OutlineState, partKindOf } from './state.ts';

/** Number of ids in one search: the limit for words of a query is well above. */
const IDS_PER_SEARCH = 40;

/** The parts of a framework, by what happens to them when it is deleted. */
export type DeletedParts = {
  readonly gone: readonly string[];
  /** Other frameworks list them. */
  readonly shared: readonly string[];
};

/** @throws ServiceError */
export async function partsToDelete(
  { search }: Pick<Service, 'search'>,
  state: OutlineState,
  signal: AbortSignal,
): Promise<DeletedParts> {
  const framework = frameworkOf(state);
  const shared = new Set<string>();
  const gone: string[] = [];
  for (const list of PART_LISTS) {
    const listed = [...new Set(listedIds(framework, list))].filter((id) => {
      const object = state.objects.get(id);
      return id !== state.frameworkId && object !== undefined && partKindOf(object) === list;
    });
    for (const ids of chunks(listed, IDS_PER_SEARCH)) {
      const q = ids.map((id) => `${list}:${quoted(id)}`).join(' OR ');
      let page: SearchPage | null = await search({ q, indexHint: '*framework', size: 100 }, signal);
      while (page !== null) {
        const others = page.objects.filter((object) => idOf(object) !== state.frameworkId);
        for (const id of others.flatMap((object) => listedIds(object, list))) shared.add(id);
        page = page.next === null ? null : await page.next(signal);
      }
    }
    gone.push(...listed);
  }
  return { gone: gone.filter((id) => !shared.has(id)), shared: gone.filter((id) => shared.has(id)) };
}

type DeletingService = Pick<WritingService, 'read' | 'readMany' | 'remove' | 'removeMany'>;

/**
 * Deletes a framework, if nobody else has changed it meanwhile, then its parts.
 *
 * @returns what was deleted, as it was stored, the framework last, and which parts were refused
 * @throws ServiceError when the framework is not deleted; then its parts are not either
 */
export async function deleteFramework(
  service: DeletingService,
  frameworkId: string,
  parts: readonly string[],
): Promise<{ readonly deleted: readonly JsonObject[]; readonly failed: readonly BatchFailure[] }> {
  const { object: framework, etag } = await service.read(frameworkId);
  const stored = parts.length === 0 ? [] : await service.readMany(parts);
  await service.remove(frameworkId, etag === null ? 'any' : { etag });
  const failed = stored.length === 0 ? [] : await service.removeMany(stored.map(({ object }) => idOf(object)));
  const refused = new Set(failed.map((one) => shortIdOf(one['@id'] ?? '', [])));
  const gone = stored.map(({ object }) => object).filter((object) => !refused.has(idOf(object)));
  return { deleted: [...gone, framework], failed };
}

/** Stores again what {@link deleteFramework} has deleted. @throws ServiceError when something was refused */
export async function undoDeletion(
  { putMany }: Pick<WritingService, 'putMany'>,
  deleted: readonly JsonObject[],
): Promise<void> {
  const [failure] = await putMany(deleted);
  if (failure !== undefined) throw new ServiceError(failure.status, { ...failure });
}
