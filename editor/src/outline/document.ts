import { type JsonObject, setMember } from '../../../shared/linked-data/json.ts';
import type { Service } from '../service/service.ts';
import { ServiceError } from '../service/service-error.ts';
import type { Command, Maker, Outcome } from './command.ts';
import { type CommandHistory, withCommand, withRedo, withUndo } from './command-history.ts';
import { createIncoming } from './incoming.ts';
import { loadFramework, PUBLIC_VAULT, type Vault } from './load.ts';
import { idMaker } from './new-object.ts';
import type { OutlineStorage } from './outline-storage.ts';
import { diff, type Patch } from './patch.ts';
import { runCommand } from './run-command.ts';
import { createSaveQueue } from './save-queue.ts';
import type { SaveState } from './save-status.ts';
import { type OutlineState, withObjects, withPatches } from './state.ts';

/** What a view shows of a document. The same object until something changes. */
export type DocumentSnapshot = {
  readonly state: OutlineState;
  readonly save: SaveState;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Objects that others changed while the document was open, with the time (UTC ms) when that arrived. */
  readonly changedByOthers: ReadonlyMap<string, number>;
  /** Listed parts that are hidden from the person, deleted, or elsewhere. */
  readonly missing: readonly string[];
  /** False: the browser could not keep what is not saved yet, so that it is lost when the page is closed. */
  readonly isKept: boolean;
};

/** Whose value a member in a conflict gets. */
export type Choice = 'mine' | 'theirs';

/** A framework that is being edited: a store for `useSyncExternalStore`. Saves by itself. */
export type FrameworkDocument = {
  readonly frameworkId: string;
  readonly getSnapshot: () => DocumentSnapshot;
  /** @returns what ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
  /** Does a command and saves soon. @throws CommandRefused */
  readonly run: (command: Command) => Outcome;
  /** @returns whether there was something to undo */
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  /** Sends everything now; resolved when it is saved, or has to wait for the network or the person. */
  readonly flush: () => Promise<void>;
  /** Sends again what was refused or could not be sent. */
  readonly retry: () => Promise<void>;
  /** Decides a conflict. @param choices by member; members that are not named get `mine` */
  readonly resolve: (id: string, choices: Readonly<Record<string, Choice>>) => void;
  /** Takes changes of others: the short ids of a notification. */
  readonly changedElsewhere: (ids: readonly string[]) => Promise<void>;
  /** Stops timers. What is not sent yet is kept in the storage. */
  readonly close: () => void;
};

export type DocumentOptions = {
  readonly service: Pick<Service, 'base' | 'read' | 'getMany' | 'save' | 'remove' | 'putMany'>;
  readonly storage: OutlineStorage;
  /** Public keys as PEM that own new objects; they have the framework's owners if it has some. */
  readonly owners: () => readonly string[];
  readonly vault?: Vault;
  /** Milliseconds from a change to its save. */
  readonly saveDelayMs?: number;
  readonly now?: () => number;
};

const SAVE_DELAY_MS = 800;
const RETRY_DELAY_MS = 5000;

/**
 * Loads a framework, with the changes that were not sent before the page was closed.
 *
 * @throws ServiceError
 */
export async function openDocument(
  id: string,
  options: DocumentOptions,
  signal?: AbortSignal,
): Promise<FrameworkDocument> {
  const { service, storage, vault = PUBLIC_VAULT, now = Date.now } = options;
  const loaded = await loadFramework(service, id, vault, signal);
  const { frameworkId } = loaded.state;
  const [pending, history] = await Promise.all([storage.loadPending(), storage.loadHistory()]);
  return createDocument({ ...options, vault, now, frameworkId, loaded, pending, history });
}

type Opened = DocumentOptions & {
  readonly vault: Vault;
  readonly now: () => number;
  readonly frameworkId: string;
  readonly loaded: Awaited<ReturnType<typeof loadFramework>>;
  readonly pending: readonly Patch[];
  readonly history: CommandHistory;
};

function createDocument(opened: Opened): FrameworkDocument {
  const { service, storage, vault, now, frameworkId, loaded, saveDelayMs = SAVE_DELAY_MS } = opened;
  const listeners = new Set<() => void>();
  const changedByOthers = new Map<string, number>();
  let { history } = opened;
  let { state } = loaded;
  let snapshot: DocumentSnapshot | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let work: Promise<unknown> = Promise.resolve();
  let closed = false;
  let isKept = true;

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

  /** Everything that talks to the service is done one after the other. */
  function inSequence<T>(task: () => Promise<T>): Promise<T> {
    const next = work.then(task);
    work = next.catch(() => undefined);
    return next;
  }

  /** Keeps what is not saved yet, without waiting for the service. What the browser cannot keep is saved all the same. */
  async function keep(...also: (() => Promise<void>)[]): Promise<void> {
    const patches = queue.dirty().flatMap((id) => {
      return diff(id, queue.bases.get(id)?.object ?? null, state.objects.get(id) ?? null) ?? [];
    });
    const before = isKept;
    isKept = await Promise.all([storage.savePending(patches), ...also.map((one) => one())]).then(
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
        reached = (await queue.flush()) && (await loadAdded());
        await keep();
      } finally {
        if (!reached) schedule(RETRY_DELAY_MS);
        else if (queue.state().status === 'saving') schedule(saveDelayMs);
      }
    });
  }

  /** Loads the parts that others added to the framework. @returns whether the service was reached */
  async function loadAdded(): Promise<boolean> {
    try {
      await incoming([]);
      return true;
    } catch (error) {
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
    const before = state;
    const result = withPatches(state, patches);
    state = result.state;
    const back = result.applied.flatMap(({ id }) => {
      return diff(id, state.objects.get(id) ?? null, before.objects.get(id) ?? null) ?? [];
    });
    changed(result.applied, next(history, back));
    return true;
  }

  const incoming = createIncoming({
    ...{ service, vault, queue, frameworkId, missing: loaded.missing },
    state: () => state,
    accept: acceptIncoming,
  });

  function acceptIncoming(objects: ReadonlyMap<string, JsonObject | null>): void {
    state = withObjects(state, objects);
    for (const id of objects.keys()) changedByOthers.set(id, now());
    publish();
  }

  if (opened.pending.length > 0) {
    const result = withPatches(state, opened.pending);
    state = result.state;
    queue.mark(opened.pending.map(({ id }) => id));
    for (const patch of opened.pending) {
      const theirs = queue.bases.get(patch.id)?.object ?? null;
      const { conflicts } = withPatches(loaded.state, [patch]);
      if (conflicts.length > 0) queue.addConflict({ id: patch.id, fields: conflicts, theirs });
    }
    schedule(saveDelayMs);
  }

  return {
    frameworkId,
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
      const outcome = runCommand(state, command, maker());
      if (outcome.changes.length === 0) return outcome;
      state = outcome.state;
      changed(outcome.changes, withCommand(history, outcome.inverse));
      return outcome;
    },
    undo: () => step('undo', withUndo),
    redo: () => step('redo', withRedo),
    flush,
    async retry() {
      queue.retryRefused();
      await flush();
    },
    resolve(id, choices) {
      const conflict = queue.state().conflicts.find((one) => one.id === id);
      if (conflict === undefined) return;
      const object = decided(state.objects.get(id) ?? null, conflict.theirs, conflict.fields, choices);
      state = withObjects(state, new Map([[id, object]]));
      if (conflict.theirs === null) queue.bases.delete(id);
      queue.endConflict(id);
      queue.mark([id]);
      schedule(0);
    },
    changedElsewhere: (ids) => inSequence(() => incoming(ids)),
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

function decided(
  mine: JsonObject | null,
  theirs: JsonObject | null,
  fields: SaveState['conflicts'][number]['fields'],
  choices: Readonly<Record<string, Choice>>,
): JsonObject | null {
  if (theirs === null || mine === null) return Object.values(choices).includes('theirs') ? theirs : mine;
  const object = { ...mine };
  for (const field of fields) {
    if (choices[field.member] !== 'theirs') continue;
    if (field.theirs === undefined) delete object[field.member];
    else setMember(object, field.member, field.theirs);
  }
  return object;
}
