import { mapLimit } from '../../../../shared/base/concurrency/map-limit.ts';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { loadFramework, type Vault } from '../../outline/load.ts';
import { PART_LISTS } from '../../outline/patch.ts';
import { createState, listedIds, type OutlineState } from '../../outline/state.ts';
import { versionOf } from '../../outline/version.ts';
import type { Service } from '../../service/service.ts';
import { type HistoryService, loadChanges } from './load-history.ts';

const PARALLEL = 5;

/**
 * A framework at an earlier version: every part in its newest version that is not later. Only parts that changed since are read.
 *
 * @returns null if it did not exist then, or if its versions of that time cannot be read
 * @throws ServiceError, NotAFramework
 */
export async function stateAt(
  service: HistoryService & Pick<Service, 'read' | 'getMany'>,
  vault: Vault,
  frameworkId: string,
  version: number,
  signal: AbortSignal,
): Promise<OutlineState | null> {
  const { state: now } = await loadFramework(service, frameworkId, vault, signal);
  const versionThen = async (id: string): Promise<JsonObject | null> => {
    const current = now.objects.get(id);
    if (current !== undefined && versionOf(current, service.base) <= version) return current;
    const changes = await loadChanges(service, vault, [id], false, signal);
    return changes.find((change) => change.version <= version)?.after ?? null;
  };
  const framework = await versionThen(now.frameworkId);
  if (framework === null) return null;
  const ids = [...new Set(PART_LISTS.flatMap((list) => listedIds(framework, list)))];
  const objects = new Map([[now.frameworkId, framework]]);
  await mapLimit(ids, PARALLEL, async (id) => {
    const object = await versionThen(id);
    if (object !== null) objects.set(id, object);
  });
  return createState(now.frameworkId, objects);
}
