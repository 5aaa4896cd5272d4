import { isEncryptedValue } from '../../../shared/repository/access/kbac-types.ts';
import type { JsonObject } from '../../../shared/repository/linked-data/json.ts';
import { ServiceError } from '../service/service-error.ts';
import type { WritingService } from '../service/writer.ts';
import type { Command, Maker, Outcome } from './command.ts';
import { type CommandHistory, withCommand, withRedo, withUndo } from './command-history.ts';
import { type Choice, decide } from './decide.ts';
import { createIncoming } from './incoming.ts';
import { type Loaded, loadFramework, PUBLIC_VAULT, type Vault } from './load.ts';
import { idMaker } from './new-object.ts';
import type { OutlineStorage } from './outline-storage.ts';
import { applyPatch, diff, isOneOf, type Patch, type PendingPatch } from './patch.ts';
import { runCommand } from './run-command.ts';
import { createSaveQueue } from './save-queue.ts';
import type { SaveState } from './save-status.ts';
import { isPartOf, type OutlineState, withObjects, withPatches } from './state.ts';
import { deletedUnseen, unseenConflicts } from './unseen.ts';

/** What a view shows of a document. The same object until something changes. */
export type DocumentSnapshot = {
  readonly state: OutlineState;
  readonly save: SaveState;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Objects that others changed while the document was open, with the time (UTC ms) when that arrived. */
  readonly changedByOthers: ReadonlyMap<string, number>;
  /** Parts that were listed when it was loaded, and are hidden from the person, deleted, or elsewhere. */
  readonly missing: readonly string[];
  /** False: the browser could not keep what is not saved yet, so that it is lost when the page is closed. */
  readonly isKept: boolean;
};

/** A framework that is being edited: a store for `useSyncExternalStore`. Saves by itself. */
export type FrameworkDocument = {
  readonly frameworkId: string;
  /** Whether it was stored encrypted when it was opened: the service cannot read it. */
  readonly isEncrypted: boolean;
  readonly getSnapshot: () => DocumentSnapshot;
  /** @returns a function that ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
  /** Runs a command and saves soon. @throws CommandRefused */
  readonly run: (command: Command) => Outcome;
  /**
   * Runs an action of a person who saw this state: members that others have changed since, and objects that they have deleted, are
   * not replaced by its edits, but become conflicts.
   */
  readonly asSeen: <T>(seen: OutlineState, action: () => T) => T;
  /** @returns whether there was something to undo */
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  /** Undoes one command, also after later ones: what these changed too gets its state before the command. */
  readonly revert: (outcome: Outcome) => void;
  /** Sends everything now; resolves when it is saved, or has to wait for the network or the person. */
  readonly flush: () => Promise<void>;
  /** Sends again what was refused or could not be sent. */
  readonly retry: () => Promise<void>;
  /** Decides a conflict: of one member, or of the whole object where others deleted it. @param member null: the object */
  readonly resolve: (id: string, choice: Choice, member: string | null) => void;
  /** Reads what others changed, by the short ids of a notification. What cannot be read now is read later. */
  readonly changedElsewhere: (ids: readonly string[]) => Promise<void>;
  /** Stops timers. What is not sent yet is kept in the storage. */
  readonly close: () => void;
};

export type DocumentOptions = {
  readonly service: Pick<WritingService, 'base' | 'read' | 'getMany' | 'save' | 'remove' | 'putMany'>;
  readonly storage: OutlineStorage;
  /** Public keys as PEM that own new objects; new objects get the framework's owners if it has any. */
  readonly owners: () => readonly string[];
  readonly vault?: Vault;
  /** Loads what is edited, such as a concept scheme; absent: a framework. */
  readonly load?: (signal?: AbortSignal) => Promise<Loaded>;
  /** Milliseconds from a change to its save. */
  readonly saveDelayMs?: number;
  readonly now?: () => number;
};

const SAVE_DELAY_MS = 800;
const RETRY_DELAY_MS = 5000;

/**
 * Loads a framework or a concept scheme, with the changes that were not sent before the page was closed.
 *
 * @throws ServiceError, NotAFramework
 */
export async function openDocument(
  id: string,
  options: DocumentOptions,
  signal?: AbortSignal,
): Promise<FrameworkDocument> {
  const { service, storage, vault = PUBLIC_VAULT, now = Date.now } = options;
  // Read before the framework, so that what another view is just saving is in one of the two.
  const [pending, history] = await Promise.all([storage.loadPending(), storage.loadHistory()]);
  const { load = (aborted) => loadFramework(service, id, vault, aborted) } = options;
  const loaded = await load(signal);
  const { frameworkId } = loaded.state;
  return createDocument({ ...options, vault, now, frameworkId, loaded, pending, history });
}

type Opened = DocumentOptions & {
  readonly vault: Vault;
  readonly now: () => number;
  readonly frameworkId: string;
  readonly loaded: Loaded;
  readonly pending: readonly PendingPatch[];
  readonly history: CommandHistory;
};

function createDocument(opened: Opened): FrameworkDocument {
  const { service, storage, vault, now, frameworkId, loaded, saveDelayMs = SAVE_DELAY_MS } = opened;
  const listeners = new Set<() => void>();
  const changedByOthers = new Map<string, number>();
  /** Ids of objects that others changed and that are not read yet. */
  const unread = new Set<string>();
  let { history } = opened;
  let { state } = loaded;
  let snapshot: DocumentSnapshot | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let work: Promise<unknown> = Promise.resolve();
  let closed = false;
  let isKept = true;
  /** The state that the acting person saw; null: the current state. */
  let seen: OutlineState | null = null;

  function publish(): void {
    snapshot = null;
    for (const listener of listeners) listener();
  }

  const queue = createSaveQueue(
    service,
    vault,
    {
      frameworkId,
      mine: (id) => state.objects.get(id) ?? null,
      isPart: (object) => isPartOf(state, object),
      accept(objects, byOthers) {
        state = withObjects(state, objects);
        if (byOthers) for (const id of objects.keys()) changedByOthers.set(id, now());
        publish();
      },
    },
    publish,
  );
  for (const [id, object] of state.objects) {
    const etag = id === frameworkId ? loaded.etag : null;
    queue.bases.set(id, { object, stored: loaded.stored.get(id) ?? object, etag });
  }

  const maker = (): Maker => {
    const framework = state.objects.get(frameworkId);
    const inherited = framework === undefined ? [] : ownersOf(framework);
    return {
      newId: idMaker(service.base),
      owners: inherited.length > 0 ? inherited : opened.owners(),
      now: () => new Date(now()).toISOString(),
    };
  };

  /** Runs tasks that talk to the service one after the other. */
  function inSequence<T>(task: () => Promise<T>): Promise<T> {
    const next = work.then(task);
    work = next.catch(() => undefined);
    return next;
  }

  /** Stores unsaved changes in the browser, without waiting for the service. They are sent even if the browser cannot store them. */
  async function keep(...also: (() => Promise<void>)[]): Promise<void> {
    const before = isKept;
    isKept = await Promise.all([storage.savePending(queue.pending()), ...also.map((one) => one())]).then(
      () => true,
      () => false, // the page says so
    );
    if (isKept !== before) publish();
  }

  function schedule(delayMs: number): void {
    if (closed) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void flush(), delayMs);
  }

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    await inSequence(async () => {
      let reached = false;
      try {
        reached = (await queue.flush()) && (await readChanges());
        await keep();
      } finally {
        if (!reached) schedule(Math.max(RETRY_DELAY_MS, queue.state().failure?.retryAfterMs ?? 0));
        else if (queue.state().status === 'saving') schedule(saveDelayMs);
      }
    });
  }

  /** Reads what others changed, and the parts that they added to the framework. @returns whether the service was reached */
  async function readChanges(): Promise<boolean> {
    const ids = [...unread];
    unread.clear();
    try {
      await incoming(ids);
      return true;
    } catch (error) {
      for (const id of ids) unread.add(id);
      if (error instanceof ServiceError) return false;
      throw error;
    }
  }

  function changed(patches: readonly Patch[], steps: CommandHistory): void {
    history = steps;
    if (patches.length > 0) queue.mark(patches.map(({ id }) => id));
    else publish();
    void keep(() => storage.saveHistory(steps));
    schedule(saveDelayMs);
  }

  function step(from: 'undo' | 'redo', next: typeof withUndo): boolean {
    const patches = history[from].at(-1);
    if (patches === undefined) return false;
    apply(patches, next);
    return true;
  }

  /** @param next adds the inverse to the history */
  function apply(patches: readonly Patch[], next: typeof withUndo): void {
    const before = state;
    const result = withPatches(state, patches);
    state = result.state;
    const back = result.applied.flatMap(({ id }) => {
      return diff(id, state.objects.get(id) ?? null, before.objects.get(id) ?? null) ?? [];
    });
    changed(result.applied, next(history, back));
  }

  /** Restores an object that others have deleted since the person saw it, so that the edit of it becomes a conflict. */
  function takeBack(command: Command, before: OutlineState): void {
    const deleted = deletedUnseen(state, command, before);
    if (deleted === null || queue.bases.has(deleted.id)) return;
    const { id, object, conflict } = deleted;
    queue.bases.set(id, { object, stored: object, etag: null });
    state = withObjects(state, new Map([[id, object]]));
    queue.addConflict(conflict);
  }

  const incoming = createIncoming({
    service,
    vault,
    queue,
    frameworkId,
    missing: loaded.missing,
    state: () => state,
    accept: acceptIncoming,
  });

  function acceptIncoming(objects: ReadonlyMap<string, JsonObject | null>): void {
    state = withObjects(state, objects);
    for (const id of objects.keys()) changedByOthers.set(id, now());
    publish();
  }

  /** Applies the changes that this browser had not saved, on top of what others have done meanwhile. */
  function takeUp(patches: readonly PendingPatch[]): void {
    const taken = new Map<string, JsonObject | null>();
    for (const patch of patches) {
      const theirs = (taken.has(patch.id) ? taken.get(patch.id) : state.objects.get(patch.id)) ?? null;
      const isOwn = theirs !== null && isOneOf(patch.id, patch.sent, theirs);
      const { object, conflicts } = isOwn ? { object: null, conflicts: [] } : applyPatch(patch, theirs);
      taken.set(patch.id, object ?? patch.whole ?? null);
      if (conflicts.length > 0) queue.addConflict({ id: patch.id, fields: conflicts, theirs });
    }
    state = withObjects(state, taken);
    queue.mark(taken.keys());
    schedule(saveDelayMs);
  }

  if (opened.pending.length > 0) takeUp(opened.pending);

  return {
    frameworkId,
    isEncrypted: isEncryptedValue(loaded.stored.get(frameworkId) ?? {}),
    getSnapshot() {
      snapshot ??= {
        state,
        save: queue.state(),
        canUndo: history.undo.length > 0,
        canRedo: history.redo.length > 0,
        changedByOthers: new Map(changedByOthers),
        missing: loaded.missing,
        isKept,
      };
      return snapshot;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    run(command) {
      if (seen !== null) takeBack(command, seen);
      const outcome = runCommand(state, command, maker());
      if (outcome.changes.length === 0) return outcome;
      if (seen !== null) {
        const others = outcome.changes.filter(({ id }) => changedByOthers.has(id));
        for (const conflict of unseenConflicts(seen, state, others)) queue.addConflict(conflict);
      }
      state = outcome.state;
      changed(outcome.changes, withCommand(history, outcome.inverse));
      return outcome;
    },
    asSeen(before, action) {
      seen = before;
      try {
        return action();
      } finally {
        seen = null;
      }
    },
    undo: () => step('undo', withUndo),
    redo: () => step('redo', withRedo),
    revert({ inverse }) {
      if (history.undo.at(-1) === inverse) step('undo', withUndo);
      else apply(inverse, (steps, back) => (back.length === 0 ? steps : withCommand(steps, back)));
    },
    flush,
    async retry() {
      queue.retryRefused();
      await flush();
    },
    resolve(id, choice, name) {
      const conflict = queue.state().conflicts.find((one) => one.id === id);
      if (conflict === undefined) return;
      const decided = decide(state, conflict, choice, name);
      state = withObjects(state, decided);
      if (conflict.theirs === null) queue.bases.delete(id);
      queue.endConflict(id, conflict.theirs === null ? null : name);
      queue.mark([id, ...decided.keys()]);
      void keep();
      schedule(0);
    },
    async changedElsewhere(ids) {
      for (const id of ids) unread.add(id);
      if (!(await inSequence(readChanges)) && timer === null) schedule(RETRY_DELAY_MS);
    },
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

function ownersOf(object: JsonObject): readonly string[] {
  const owners = [object['@owner'], object['owner']].flatMap((list) => (Array.isArray(list) ? list : []));
  return owners.filter((owner) => typeof owner === 'string');
}
