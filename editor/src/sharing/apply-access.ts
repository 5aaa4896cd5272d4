import { chunks } from '../../../shared/concurrency/chunks.ts';
import type { JsonObject } from '../../../shared/linked-data/json.ts';
import { shortIdOf } from '../../../shared/linked-data/references.ts';
import { idOf } from '../outline/draft.ts';
import type { Vault } from '../outline/load.ts';
import { PART_LISTS } from '../outline/patch.ts';
import { listedIds } from '../outline/state.ts';
import type { Service } from '../service/service.ts';
import { type Access, withAccess } from './access.ts';

/** Parts that are read and saved together: few, so that changes of others in between are unlikely. */
const PARTS_AT_A_TIME = 100;

/** A part whose access did not change. */
export type Refused = {
  readonly id: string;
  /** The part as the person sees it; null: it is hidden, deleted or elsewhere. */
  readonly object: JsonObject | null;
  readonly detail: string | null;
};

export type ApplyOptions = {
  /** Is told how much is done, from 0 to 1. */
  readonly progress: (done: number) => void;
  readonly signal?: AbortSignal;
};

/**
 * Changes who may read and change a framework and everything that it lists. The framework comes last, so that it can be done again
 * after an interruption.
 *
 * @returns what was refused, or could not be read
 * @throws ServiceError when the framework itself was refused, or the service cannot be reached
 */
export async function applyAccess(
  service: Pick<Service, 'read' | 'getMany' | 'putMany' | 'save'>,
  vault: Vault,
  frameworkId: string,
  access: Access,
  { progress, signal }: ApplyOptions,
): Promise<readonly Refused[]> {
  const { object, etag } = await service.read(frameworkId, signal);
  const framework = (await vault.open(object)) ?? object;
  const parts = [...new Set(PART_LISTS.flatMap((list) => listedIds(framework, list)))];
  const refused: Refused[] = [];
  let done = 0;
  for (const page of chunks(parts, PARTS_AT_A_TIME)) {
    refused.push(...(await applyToParts(service, vault, page, access, signal)));
    done += page.length;
    progress(done / (parts.length + 1));
  }
  const sealed = await withAccess(framework, access);
  await service.save(frameworkId, sealed, etag === null ? 'any' : { etag }, signal);
  progress(1);
  return refused;
}

async function applyToParts(
  service: Pick<Service, 'getMany' | 'putMany'>,
  vault: Vault,
  ids: readonly string[],
  access: Access,
  signal: AbortSignal | undefined,
): Promise<readonly Refused[]> {
  const opened = new Map<string, JsonObject>();
  for (const stored of await service.getMany(ids, signal)) {
    const object = await vault.open(stored);
    if (object !== null) opened.set(idOf(stored), object);
  }
  const sealed = await Promise.all([...opened.values()].map((object) => withAccess(object, access)));
  const failures = sealed.length === 0 ? [] : await service.putMany(sealed, signal);
  const failed = new Map(failures.map(({ '@id': id, detail = null }) => [shortIdOf(id ?? '', []), detail]));
  return ids.flatMap((id) => {
    const object = opened.get(id) ?? null;
    if (object !== null && !failed.has(id)) return [];
    return { id, object, detail: failed.get(id) ?? null };
  });
}
