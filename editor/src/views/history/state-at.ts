import { mapLimit } from '../../../../shared/base/concurrency/map-limit.ts';
import type { JsonObject } from '../../../../shared/repository/linked-data/json.ts';
import { idOf } from '../../outline/draft.ts';
import type { Vault } from '../../outline/load.ts';
import { isFramework, NotAFramework } from '../../outline/not-a-framework.ts';
import { PART_LISTS } from '../../outline/patch.ts';
import { createSchemeState, createState, listedIds, type OutlineState } from '../../outline/state.ts';
import { timeOfVersion, versionOf } from '../../outline/version.ts';
import { isScheme } from '../../schemes/concept-links.ts';
import { listedConcepts, loadScheme } from '../../schemes/load-scheme.ts';
import type { StoredObject } from '../../service/objects.ts';
import type { Service } from '../../service/service.ts';
import { type HistoryService, loadChanges, noneIfGone } from './load-history.ts';

/** A framework or a concept scheme at some time, and the versions of its objects by short id, as far as they are known. */
export type Moment = { readonly state: OutlineState; readonly versions: ReadonlyMap<string, number> };

export type MomentService = HistoryService & NowService & Pick<Service, 'readVersion'>;

type NowService = Pick<Service, 'read' | 'readMany' | 'getMany' | 'search'>;

type Part = { readonly object: JsonObject; readonly version: number };

const PARALLEL = 5;

/** A framework or a concept scheme as it is. @throws ServiceError, NotAFramework */
export async function momentNow(
  service: NowService,
  vault: Vault,
  frameworkId: string,
  signal?: AbortSignal,
): Promise<Moment> {
  const read = await service.read(frameworkId, signal);
  const framework = (await vault.open(read.object)) ?? read.object;
  if (!isFramework(framework) && !isScheme(framework)) throw new NotAFramework(framework);
  const ids = isScheme(framework) ? await conceptsOf(service, vault, frameworkId, signal) : partsOf(framework);
  const stored = ids.length === 0 ? [] : await service.readMany(ids, signal);
  const parts = new Map<string, Part>([[frameworkId, { object: framework, version: versionIn(read) }]]);
  for (const one of stored) {
    const object = await vault.open(one.object);
    if (object !== null) parts.set(idOf(one.object), { object, version: versionIn(one) });
  }
  return momentOf(frameworkId, parts);
}

/**
 * A framework at an earlier time: every part in its newest version of that time. Parts whose versions have no known time are as they are
 * now.
 *
 * @param time UTC milliseconds
 * @param asOwner also read when versions were written, which only owners may know
 * @returns null if it did not exist then, or if its versions of that time cannot be read
 * @throws ServiceError, NotAFramework
 */
export async function stateAt(
  service: MomentService,
  vault: Vault,
  frameworkId: string,
  time: number,
  asOwner: boolean,
  signal: AbortSignal,
): Promise<Moment | null> {
  const now = await momentNow(service, vault, frameworkId, signal);

  async function partThen(id: string): Promise<Part | null> {
    const current = partIn(now, id);
    const written = current === null ? null : timeOfVersion(versionOf(current.object, service.base));
    if (written !== null && written <= time) return current;
    if (current !== null && asOwner) {
      const [last] = await service.trail(id, signal).catch(noneIfGone);
      if (last?.time && last.time <= time) return current;
    }
    const changes = await loadChanges(service, vault, [id], asOwner, signal);
    if (changes.every((change) => change.time === null)) return current;
    const change = changes.find((one) => one.time !== null && one.time <= time);
    return change === undefined ? null : { object: change.after, version: change.version };
  }

  return collect(now, await partThen(frameworkId), partThen);
}

/**
 * A framework in known versions of its parts.
 *
 * @param versions by short id, with that of the framework
 * @returns null if its version cannot be read
 * @throws ServiceError, NotAFramework
 */
export async function momentOfVersions(
  service: MomentService,
  vault: Vault,
  frameworkId: string,
  versions: ReadonlyMap<string, number>,
  signal: AbortSignal,
): Promise<Moment | null> {
  const now = await momentNow(service, vault, frameworkId, signal);
  async function part(id: string): Promise<Part | null> {
    const version = versions.get(id);
    const current = partIn(now, id);
    if (version === undefined || current?.version === version) return current;
    const [stored] = await service.readVersion(id, version, signal).then((one) => [one], noneIfGone);
    const object = stored === undefined ? null : await vault.open(stored);
    return object === null ? null : { object, version };
  }
  return collect(now, await part(frameworkId), part);
}

/**
 * A framework in one of its versions, with the parts that it listed then; a concept scheme with the concepts that were linked then, and
 * those of now that were there.
 */
async function collect(
  { state: now }: Moment,
  root: Part | null,
  partOf: (id: string) => Promise<Part | null>,
): Promise<Moment | null> {
  if (root === null) return null;
  const { frameworkId } = now;
  const parts = new Map([[frameworkId, root]]);
  const asked = new Set<string>();
  const isOfScheme = isScheme(root.object);
  let next = isOfScheme ? [...listedConcepts(root.object), ...now.objects.keys()] : partsOf(root.object);
  while (next.length > 0) {
    const found = new Set(next.filter((id) => id !== frameworkId && !asked.has(id)));
    for (const id of found) asked.add(id);
    const read = await mapLimit([...found], PARALLEL, async (id) => ({ id, part: await partOf(id) }));
    for (const { id, part } of read) if (part !== null) parts.set(id, part);
    next = isOfScheme ? read.flatMap(({ part }) => (part === null ? [] : listedConcepts(part.object))) : [];
  }
  return momentOf(frameworkId, parts);
}

function momentOf(frameworkId: string, parts: ReadonlyMap<string, Part>): Moment {
  const objects = new Map([...parts].map(([id, { object }]) => [id, object]));
  const known = [...parts].flatMap(([id, { version }]) => (version > 0 ? [[id, version] as const] : []));
  const create = isScheme(objects.get(frameworkId) ?? {}) ? createSchemeState : createState;
  return { state: create(frameworkId, objects), versions: new Map(known) };
}

function partIn({ state, versions }: Moment, id: string): Part | null {
  const object = state.objects.get(id);
  return object === undefined ? null : { object, version: versions.get(id) ?? 0 };
}

async function conceptsOf(
  service: NowService,
  vault: Vault,
  schemeId: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const { state } = await loadScheme(service, schemeId, vault, signal);
  return [...state.objects.keys()].filter((id) => id !== schemeId);
}

function partsOf(framework: JsonObject): readonly string[] {
  return [...new Set(PART_LISTS.flatMap((list) => listedIds(framework, list)))];
}

/** The version that an entity tag begins with (docs/use/integrate.md, Addresses and versions); 0: not known. */
function versionIn({ etag }: StoredObject): number {
  return Number(/^"(\d+)/.exec(etag ?? '')?.[1] ?? 0);
}
