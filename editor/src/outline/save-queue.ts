import { mapLimit } from '../../../shared/base/concurrency/map-limit.ts';
import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import { type JsonObject, setMember } from '../../../shared/repository/linked-data/json.ts';
import { errorOfOne, ServiceError } from '../service/service-error.ts';
import type { BatchFailure, WritingService } from '../service/writer.ts';
import type { Base } from './baseline.ts';
import type { Vault } from './load.ts';
import { applyPatch, diff, type FieldConflict, isOneOf, type PendingPatch } from './patch.ts';
import { ALL_SAVED, type Conflict, type Refusal, type SaveState, type SaveStatus } from './save-status.ts';

/** Maximum number of attempts to save an object that others keep changing. */
const MAX_MERGES = 8;

/** Maximum number of parallel saves: what browsers allow per host, less one for reads. */
const PARALLEL_SAVES = 5;

/** What the queue needs of its document. */
export type QueueHost = {
  readonly frameworkId: string;
  /** The object as the person has it; null: deleted, or never there. */
  readonly mine: (id: string) => JsonObject | null;
  /** Whether an object is of a type that the document consists of: others are never deleted. */
  readonly isPart: (object: JsonObject) => boolean;
  /** Receives an object that includes the changes of others. @param byOthers false: only the person's decision */
  readonly accept: (objects: ReadonlyMap<string, JsonObject | null>, byOthers: boolean) => void;
};

/** Sends changes, one state per object at a time, each only if nobody else has changed the object. */
export type SaveQueue = {
  readonly state: () => SaveState;
  /** The states at the service, by id. */
  readonly bases: Map<string, Base>;
  readonly mark: (ids: Iterable<string>) => void;
  readonly dirty: () => readonly string[];
  /** Sends all unsent changes. @returns whether the service was reached */
  readonly flush: () => Promise<boolean>;
  readonly retryRefused: () => void;
  /** Whether an object is in a state that this page has sent. */
  readonly isSent: (id: string, object: JsonObject) => boolean;
  readonly addConflict: (conflict: Conflict) => void;
  /** Takes members out of a conflict, which ends with the last one. @param member null: all */
  readonly endConflict: (id: string, member: string | null) => void;
  /** The unsaved changes, relative to the states that they were made from, so that a conflict is detected again. */
  readonly pending: () => readonly PendingPatch[];
};

type QueueService = Pick<WritingService, 'read' | 'save' | 'remove' | 'putMany'>;

export function createSaveQueue(service: QueueService, vault: Vault, host: QueueHost, changed: () => void): SaveQueue {
  const bases = new Map<string, Base>();
  const dirty = new Set<string>();
  const conflicts = new Map<string, Conflict>();
  const refusals = new Map<string, ServiceError>();
  /** States that were sent, and may have been saved although no answer arrived. */
  const sent = new Map<string, readonly JsonObject[]>();
  /** Parts created while the framework was believed to be public, until the framework that lists them is saved. */
  const createdPublic = new Set<string>();
  let isSaving = false;
  let failure: ServiceError | null = null;
  let state = ALL_SAVED;

  function publish(): void {
    state = {
      status: currentStatus(),
      failure,
      pending: dirty.size,
      conflicts: [...conflicts.values()],
      refusals: [...refusals].map(([id, error]): Refusal => ({ id, error })),
    };
    changed();
  }

  function currentStatus(): SaveStatus {
    if (failure !== null) return failure.kind === 'busy' ? 'busy' : 'offline';
    if (conflicts.size > 0) return 'conflict';
    if (refusals.size > 0) return 'refused';
    return isSaving || dirty.size > 0 ? 'saving' : 'saved';
  }

  function noteSent(id: string, object: JsonObject): void {
    sent.set(id, [...(sent.get(id) ?? []), object]);
  }

  /** Records the state at the service. @param saved the person's state that it contains */
  function settle(id: string, saved: JsonObject | null, base: Base | null): void {
    sent.delete(id);
    if (base === null) bases.delete(id);
    else bases.set(id, base);
    if (host.mine(id) === saved || (base !== null && diff(id, base.object, host.mine(id)) === null)) dirty.delete(id);
  }

  function pendingPatch(id: string): readonly PendingPatch[] {
    const mine = host.mine(id);
    const known = bases.get(id)?.object ?? null;
    const fields = conflicts.get(id)?.fields ?? [];
    const patch = diff(id, known === null || fields.length === 0 ? known : beforeConflict(known, fields), mine);
    if (patch === null) return [];
    const before = sent.get(id);
    return [{ ...patch, ...(mine !== null && { whole: mine }), ...(before !== undefined && { sent: before }) }];
  }

  /** Handles an error of one object; throws those that concern all. */
  function refuse(id: string, error: unknown): void {
    refusals.set(id, errorOfOne(error));
  }

  const isSent = (id: string, object: JsonObject): boolean => isOneOf(id, sent.get(id), object);

  /** New objects, and their stored form, which has the owners and readers of the framework. */
  async function seal(
    ids: readonly string[],
  ): Promise<readonly { id: string; object: JsonObject; stored: JsonObject }[]> {
    const like = bases.get(host.frameworkId)?.stored;
    const sealed = ids.map(async (id) => {
      const object = host.mine(id);
      return object === null ? [] : [{ id, object, stored: await vault.seal(object, like ?? object) }];
    });
    return (await Promise.all(sealed)).flat();
  }

  async function create(ids: readonly string[]): Promise<void> {
    const items = await seal(ids);
    for (const { id, object } of items) noteSent(id, object);
    const failed = await service.putMany(items.map(({ stored }) => stored)).catch(errorOfOne);
    for (const { id, object, stored } of items) {
      const failure = failed instanceof ServiceError ? failed : errorOfItem(failed, id);
      if (failure === null) {
        settle(id, object, { object, stored, etag: null });
        if (!isEncryptedValue(stored)) createdPublic.add(id);
      } else refusals.set(id, failure);
    }
  }

  /** Reads the object, and merges what others did. @returns false when the person has to decide, or has undone the change meanwhile */
  async function rebase(id: string, base: Base): Promise<boolean> {
    const read = await service.read(id).catch(nullIfGone);
    const theirs = read === null ? null : await vault.open(read.object);
    const patch = diff(id, base.object, host.mine(id));
    if (patch === null) return false;
    if (read === null || theirs === null) {
      conflicts.set(id, { id, fields: applyPatch(patch, null).conflicts, theirs: null });
      return false;
    }
    bases.set(id, { object: theirs, stored: read.object, etag: read.etag });
    if (diff(id, base.object, theirs) === null || isSent(id, theirs)) return true;
    const merged = applyPatch(patch, theirs);
    host.accept(new Map([[id, merged.object]]), true);
    if (merged.conflicts.length === 0) return true;
    conflicts.set(id, { id, fields: merged.conflicts, theirs });
    return false;
  }

  /** @returns false when others were faster: the object has to be merged and sent again */
  async function trySave(id: string): Promise<boolean> {
    const known = bases.get(id);
    const object = host.mine(id);
    if (known === undefined || known.etag === null || object === null) return true;
    const sealed = await vault.seal(object, known.stored);
    noteSent(id, object);
    try {
      const saved = await service.save(id, sealed, { etag: known.etag });
      settle(id, object, { object, stored: saved.object, etag: saved.etag });
      return true;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'conflict') throw error;
      bases.set(id, { ...known, etag: null });
      return false;
    }
  }

  async function update(id: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_MERGES; attempt++) {
      const base = bases.get(id);
      if (base === undefined) return;
      if (diff(id, base.object, host.mine(id)) === null) {
        dirty.delete(id); // the change was undone: saving would undo what others did meanwhile
        return;
      }
      if (base.etag === null && !(await rebase(id, base))) return;
      if (await trySave(id)) return;
    }
  }

  /** Deletes a part unless others have changed it: then it stays, outside the framework, as does what is not a part but was listed. */
  async function remove(id: string): Promise<void> {
    const base = bases.get(id);
    if (base === undefined) {
      dirty.delete(id);
      return;
    }
    const read =
      base.etag === null ? await service.read(id).catch(nullIfGone) : { object: base.stored, etag: base.etag };
    const theirs = read === null ? null : await vault.open(read.object);
    if (read?.etag && theirs !== null && host.isPart(theirs) && diff(id, base.object, theirs) === null) {
      try {
        await service.remove(id, { etag: read.etag });
      } catch (error) {
        if (!(error instanceof ServiceError) || (error.kind !== 'conflict' && error.kind !== 'not-found')) throw error;
      }
    }
    settle(id, null, null);
  }

  /** Encrypts a part that was created as a public one after others had made the framework private: their change did not cover it. */
  async function sealCreated(id: string, framework: JsonObject): Promise<void> {
    for (let attempt = 0; attempt < MAX_MERGES; attempt++) {
      const base = bases.get(id);
      const read = base === undefined ? null : await service.read(id).catch(nullIfGone);
      if (base === undefined || !read?.etag || isEncryptedValue(read.object)) break;
      try {
        const saved = await service.save(id, await vault.seal(read.object, framework), { etag: read.etag });
        bases.set(id, { ...base, stored: saved.object, etag: null });
        break;
      } catch (error) {
        const isLast = attempt + 1 === MAX_MERGES;
        if (isLast || !(error instanceof ServiceError) || error.kind !== 'conflict') throw error;
      }
    }
    createdPublic.delete(id);
  }

  async function each(ids: readonly string[], action: (id: string) => Promise<void>): Promise<void> {
    await mapLimit(ids, PARALLEL_SAVES, (id) => action(id).catch((error: unknown) => refuse(id, error)));
  }

  async function sendAll(): Promise<void> {
    const ids = [...dirty].filter((id) => !conflicts.has(id) && !refusals.has(id));
    const created = ids.filter((id) => !bases.has(id) && host.mine(id) !== null);
    if (created.length > 0) await create(created);
    await each(
      ids.filter((id) => bases.has(id) && host.mine(id) !== null && dirty.has(id)),
      update,
    );
    if (dirty.has(host.frameworkId)) return;
    const framework = bases.get(host.frameworkId)?.stored;
    if (framework !== undefined && isEncryptedValue(framework)) {
      await each([...createdPublic], (id) => sealCreated(id, framework));
    } else createdPublic.clear(); // a person who makes the framework private from now on finds them in it
    await each(
      ids.filter((id) => host.mine(id) === null),
      remove,
    );
  }

  return {
    state: () => state,
    bases,
    dirty: () => [...dirty],
    mark(ids) {
      for (const id of ids) {
        dirty.add(id);
        refusals.delete(id);
      }
      publish();
    },
    async flush() {
      if (dirty.size === 0 && failure === null) return true;
      failure = null;
      isSaving = dirty.size > 0;
      publish();
      try {
        if (isSaving) await sendAll();
        return true;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        failure = error;
        return false;
      } finally {
        isSaving = false;
        publish();
      }
    },
    retryRefused() {
      refusals.clear();
      publish();
    },
    isSent,
    addConflict(conflict) {
      conflicts.set(conflict.id, conflict);
      publish();
    },
    endConflict(id, name) {
      const conflict = conflicts.get(id);
      const fields = conflict?.fields.filter((field) => name !== null && field.member !== name) ?? [];
      if (conflict === undefined || fields.length === 0) conflicts.delete(id);
      else conflicts.set(id, { ...conflict, fields });
      publish();
    },
    pending: () => [...dirty].flatMap(pendingPatch),
  };
}

/** The object of the others, with what both changed as it was before. */
function beforeConflict(theirs: JsonObject, fields: readonly FieldConflict[]): JsonObject {
  const before = { ...theirs };
  for (const { member, base } of fields) {
    if (base === undefined) delete before[member];
    else setMember(before, member, base);
  }
  return before;
}

function errorOfItem(failed: readonly BatchFailure[], id: string): ServiceError | null {
  const failure = failed.find((one) => one['@id']?.startsWith(id));
  return failure === undefined ? null : new ServiceError(failure.status, { ...failure });
}

function nullIfGone(error: unknown): null {
  if (error instanceof ServiceError && error.kind === 'not-found') return null;
  throw error;
}
