import { chunks } from '../../../shared/base/concurrency/chunks.ts';
import { mapLimit } from '../../../shared/base/concurrency/map-limit.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { commentAccess, isComment } from '../comments/comment-access.ts';
import { idOf } from '../outline/draft.ts';
import type { Vault } from '../outline/load.ts';
import { isScheme } from '../schemes/concept-links.ts';
import type { StoredObject } from '../service/objects.ts';
import { errorOfOne, ServiceError } from '../service/service-error.ts';
import type { WritingService } from '../service/writer.ts';
import { type Access, accessOf, withAccess } from './access.ts';
import { type AccessChange, changedAccess, hasAccess, sameAccess } from './access-change.ts';
import { linkConcepts, sharedParts } from './shared-parts.ts';

/** Maximum number of parts that are read and saved together: few, so that others seldom change one of them in between. */
const PARTS_AT_A_TIME = 100;

/** Maximum number of parallel saves of single parts: what browsers allow per host, less one. */
const PARALLEL_SAVES = 5;

/** Maximum number of attempts to save an object that others keep changing. */
const MAX_ATTEMPTS = 8;

/** An object whose access did not change. */
export type Refused = {
  readonly id: string;
  /** The object as the person sees it; null: it is hidden, deleted or elsewhere. */
  readonly object: JsonObject | null;
  /** Why the service refused it; `conflict` if others were faster each time; null without an object. */
  readonly error: ServiceError | null;
};

export type ApplyOptions = {
  /** Receives the completed share, from 0 to 1. */
  readonly progress: (done: number) => void;
  /** Fingerprints of the keys of the person, whose comments get the access, too. */
  readonly mine: ReadonlySet<string>;
  readonly signal?: AbortSignal;
};

type SharingService = Pick<WritingService, 'base' | 'read' | 'save' | 'readMany' | 'saveMany' | 'getMany' | 'search'>;

/** Changes one object after the other. */
type Changer = {
  readonly service: SharingService;
  readonly vault: Vault;
  /** Of the framework. */
  readonly access: Access;
  readonly signal: AbortSignal | undefined;
};

/** The parts that have an access: after ownership was given up, they can perhaps not be read again. */
type Done = { access: Access | null; readonly ids: Set<string> };

/**
 * Changes who may read and change a framework or a concept scheme, with its {@link sharedParts}. Each object is saved only if it is in
 * the state that was read; otherwise it is read again, so that what others change meanwhile stays. Objects that already have the access
 * are not saved. The framework comes last, so that the change can be repeated after an interruption, or after others have changed it.
 *
 * @returns what was refused, or could not be read
 * @throws ServiceError when the framework itself was refused, or the service cannot be reached
 */
export async function applyAccess(
  service: SharingService,
  vault: Vault,
  frameworkId: string,
  change: AccessChange,
  { progress, mine, signal }: ApplyOptions,
): Promise<readonly Refused[]> {
  const done: Done = { access: null, ids: new Set() };
  const isHidden = change.after.isPrivate && !change.before.isPrivate;
  if (isHidden && isScheme((await service.read(frameworkId, signal)).object)) {
    await linkConcepts(service, vault, frameworkId, signal);
  }
  for (let attempt = 1; ; attempt++) {
    const read = await service.read(frameworkId, signal);
    const framework = await vault.open(read.object);
    if (framework === null) return [{ id: frameworkId, object: null, error: null }];
    const access = changedAccess(change, accessOf(read.object));
    const changer = { service, vault, access, signal };
    const parts = await sharedParts(service, vault, framework, mine, signal);
    const refused = await applyToParts(changer, parts, done, progress);
    const error = hasAccess(read.object, access) ? null : await trySave(changer, frameworkId, framework, read);
    if (error !== null && error.kind !== 'conflict') throw error;
    if (error !== null && attempt < MAX_ATTEMPTS) continue;
    progress(1);
    return error === null ? refused : [{ id: frameworkId, object: framework, error }, ...refused];
  }
}

/** The access that an object gets: a comment stays its writer's. */
function accessFor({ access }: Changer, stored: JsonObject): Access {
  return isComment(stored) ? commentAccess(stored, access) : access;
}

async function applyToParts(
  changer: Changer,
  all: readonly string[],
  done: Done,
  progress: (done: number) => void,
): Promise<readonly Refused[]> {
  const { access } = changer;
  if (done.access === null || !sameAccess(done.access, access)) done.ids.clear();
  done.access = access;
  const parts = all.filter((id) => !done.ids.has(id));
  const refused: Refused[] = [];
  for (const [index, page] of chunks(parts, PARTS_AT_A_TIME).entries()) {
    progress((index * PARTS_AT_A_TIME) / (parts.length + 1));
    const left = await applyToPage(changer, page);
    const ids = new Set(left.map(({ id }) => id));
    for (const id of page) if (!ids.has(id)) done.ids.add(id);
    refused.push(...left);
  }
  return refused;
}

/** Saves parts together, then one by one those that others changed in between. @returns what was refused, or could not be read */
async function applyToPage(changer: Changer, page: readonly string[]): Promise<readonly Refused[]> {
  const { service, vault, signal } = changer;
  const found = new Map((await service.readMany(page, signal)).map((read) => [idOf(read.object), read]));
  const refused: Refused[] = [];
  const opened = new Map<string, JsonObject>();
  const sealed = await mapLimit(page, page.length, async (id) => {
    const read = found.get(id);
    if (read !== undefined && hasAccess(read.object, accessFor(changer, read.object))) return [];
    const object = read === undefined ? null : await vault.open(read.object);
    if (object === null || read === undefined || read.etag === null) {
      refused.push({ id, object: null, error: null });
      return [];
    }
    opened.set(id, object);
    return [{ object: await withAccess(object, accessFor(changer, read.object)), etag: read.etag }];
  });
  const failures = await service.saveMany(sealed.flat(), signal);
  await mapLimit(failures, PARALLEL_SAVES, async (failure) => {
    const id = shortIdOf(failure['@id'] ?? '', [service.base]);
    const error = errorOfOne(new ServiceError(failure.status, { ...failure }));
    const left =
      error.kind === 'conflict' ? await applyToPart(changer, id) : { id, object: opened.get(id) ?? null, error };
    if (left !== null) refused.push(left);
  });
  return refused;
}

/** Saves one part, which others change at the same time. */
async function applyToPart(changer: Changer, id: string): Promise<Refused | null> {
  const { service, vault, signal } = changer;
  let refused: Refused | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    let current: StoredObject;
    try {
      current = await service.read(id, signal);
    } catch (error) {
      return { id, object: null, error: errorOfOne(error) };
    }
    if (hasAccess(current.object, accessFor(changer, current.object))) return null;
    const object = await vault.open(current.object);
    if (object === null) return { id, object, error: null };
    const error = await trySave(changer, id, object, current);
    if (error === null) return null;
    refused = { id, object, error };
    if (error.kind !== 'conflict') break;
  }
  return refused;
}

/**
 * Saves an object with its new access if it is still in the state that was read.
 *
 * @returns why it was refused; null: it was not
 */
async function trySave(
  changer: Changer,
  id: string,
  object: JsonObject,
  { object: stored, etag }: StoredObject,
): Promise<ServiceError | null> {
  if (etag === null) throw new TypeError('The service answered no entity tag.');
  const sealed = await withAccess(object, accessFor(changer, stored));
  try {
    await changer.service.save(id, sealed, { etag }, changer.signal);
    return null;
  } catch (error) {
    return errorOfOne(error);
  }
}
