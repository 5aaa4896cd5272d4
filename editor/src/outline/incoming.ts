import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import type { Service } from '../service/service.ts';
import { idOf } from './draft.ts';
import type { Vault } from './load.ts';
import { applyPatch, diff } from './patch.ts';
import type { SaveQueue } from './save-queue.ts';
import { listedParts, type OutlineState } from './state.ts';

export type IncomingOptions = {
  readonly service: Pick<Service, 'getMany'>;
  readonly vault: Vault;
  readonly queue: SaveQueue;
  readonly frameworkId: string;
  /** Listed parts that could not be read: they are asked for again when they change. */
  readonly missing: readonly string[];
  readonly state: () => OutlineState;
  /** Receives objects that include the changes of others; null: deleted. */
  readonly accept: (objects: ReadonlyMap<string, JsonObject | null>) => void;
};

/** The current state of an object at the service. */
type Read = { readonly object: JsonObject; readonly stored: JsonObject };

/**
 * Merges changes of others into a document: reads the objects, and merges each with the unsaved changes of the person.
 * Members that both changed become conflicts. Parts that the framework lists meanwhile are loaded. Changes that the document already
 * has, such as its own, have no effect.
 */
export function createIncoming(options: IncomingOptions): (ids: readonly string[]) => Promise<void> {
  const { service, vault, queue, frameworkId, state, accept } = options;
  const absent = new Set(options.missing);

  async function readOpened(ids: readonly string[]): Promise<ReadonlyMap<string, Read>> {
    const read = new Map<string, Read>();
    for (const stored of await service.getMany(ids)) {
      const object = await vault.open(stored);
      if (object !== null) read.set(idOf(stored), { object, stored });
    }
    return read;
  }

  /** The new value in the document for an object that others deleted; undefined: unchanged. */
  function takeDeleted(id: string, isDirty: boolean): null | undefined {
    const base = queue.bases.get(id);
    const mine = state().objects.get(id) ?? null;
    if (base === undefined || (isDirty && mine === null)) return undefined;
    const patch = isDirty ? diff(id, base.object, mine) : null;
    if (patch === null) {
      queue.bases.delete(id);
      return id === frameworkId ? undefined : null;
    }
    queue.addConflict({ id, fields: applyPatch(patch, null).conflicts, theirs: null });
    return undefined;
  }

  /** The new value in the document for an object that others changed; undefined: unchanged. */
  function takeChanged(id: string, theirs: Read, isDirty: boolean): JsonObject | undefined {
    const base = queue.bases.get(id);
    if (base !== undefined && diff(id, base.object, theirs.object) === null) return undefined;
    queue.bases.set(id, { ...theirs, etag: null });
    if (isDirty && queue.isSent(id, theirs.object)) return undefined;
    const mine = state().objects.get(id) ?? null;
    const patch = diff(id, base?.object ?? null, mine);
    const isUndone = mine !== null && patch === null;
    if (!isDirty || isUndone) return theirs.object;
    if (patch?.kind !== 'edit') return undefined;
    const { object, conflicts } = applyPatch(patch, theirs.object);
    if (conflicts.length > 0) queue.addConflict({ id, fields: conflicts, theirs: theirs.object });
    return object ?? undefined;
  }

  async function take(ids: readonly string[]): Promise<void> {
    const read = await readOpened(ids);
    const dirty = new Set(queue.dirty());
    const accepted = new Map<string, JsonObject | null>();
    for (const id of ids) {
      const theirs = read.get(id);
      const isDirty = dirty.has(id);
      const object = theirs === undefined ? takeDeleted(id, isDirty) : takeChanged(id, theirs, isDirty);
      if (object !== undefined) accepted.set(id, object);
    }
    if (accepted.size > 0) accept(accepted);
  }

  return async (ids) => {
    for (const id of ids) absent.delete(id);
    const known = ids.filter((id) => id === frameworkId || queue.bases.has(id));
    if (known.length > 0) await take(known);
    const { objects } = state();
    if (!objects.has(frameworkId)) return;
    const added = listedParts(state()).filter((id) => !objects.has(id) && !absent.has(id));
    if (added.length === 0) return;
    await take(added);
    for (const id of added) if (!state().objects.has(id)) absent.add(id);
  };
}
