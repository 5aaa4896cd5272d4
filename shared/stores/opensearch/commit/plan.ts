import type {
  Alias,
  RemoveOutcome,
  RemoveRequest,
  RestoreRequest,
  StoredVersion,
  WriteOutcome,
  WriteRequest,
} from '../../../repository/store/object-store.ts';
import { EARLIER, type Entry, type HeadBody, idOfName, idOfVersion, toVersionBody } from '../documents.ts';
import type { BulkStep } from '../engine/engine.ts';
import { aliasOfIndex } from '../indices/index-names.ts';
import type { OpenSearchParts } from '../parts.ts';

/** One change of one object. */
export type PlannedChange =
  | { readonly kind: 'write'; readonly request: WriteRequest; readonly moved?: Moved }
  | { readonly kind: 'remove'; readonly request: RemoveRequest }
  | { readonly kind: 'insert'; readonly request: Insertion };

/** Facts of an imported version in addition to the version itself. */
export type Moved = {
  /** The object was deleted after this version. */
  readonly deleted: boolean;
  /** `VersionTrail.removed` of the version. */
  readonly removed: string | undefined;
};

/** Versions to insert among those of an object, as `restore-plan.ts` planned it from one state of the object. */
export type Insertion = {
  readonly key: string;
  readonly shortId: string;
  /** New names of the versions, already claimed. */
  readonly aliases: readonly Alias[];
  /** The state that the plan is based on. */
  readonly before: Entry<HeadBody>;
  /** The replacement of the current version, with another text. */
  readonly replaced: (RestoreRequest & Pick<StoredVersion, 'digest'>) | undefined;
  /** Whether the current version is a deleted one afterwards. */
  readonly deleted: boolean;
  /** `VersionTrail.removed` of the current version, if the insertion deletes it. */
  readonly removed: string | undefined;
  /** The numbers of the versions before the current one, as its document lists them. */
  readonly earlier: readonly number[];
  /** Writes of other versions: if one of them fails, the change is a conflict. */
  readonly history: readonly BulkStep[];
};

/** The result of a change. */
export type CommitVerdict =
  /** The change is durable, with this head; searches do not see it yet. */
  | { readonly status: 'committed'; readonly change: PlannedChange; readonly head: Entry<HeadBody> }
  | Exclude<WriteOutcome | RemoveOutcome, { readonly status: 'stored' | 'removed' }>
  /** The engine failed: the change was not made, or its outcome is unknown. */
  | { readonly status: 'failed'; readonly error: unknown };

/** A change that the current state of its object allows. */
export type CommitPlan = {
  readonly change: PlannedChange;
  /** The state to replace; null: the object is new. */
  readonly before: Entry<HeadBody> | null;
  readonly next: HeadBody;
};

/** Names of an object besides its short id. */
export type PlannedNames = { readonly strong: string[]; readonly weak: string[] };

/** The names besides its short id that a write claims. */
export function aliasNames({ shortId, aliases }: Pick<WriteRequest, 'shortId' | 'aliases'>): PlannedNames {
  const strong = new Set(aliases.filter(({ strength }) => strength === 'strong').map(({ name }) => name));
  strong.delete(shortId);
  const weak = new Set(aliases.map(({ name }) => name).filter((name) => !strong.has(name) && name !== shortId));
  return { strong: [...strong], weak: [...weak] };
}

/** The state to write for a change, or null when the current state does not allow it. */
export function planChange(
  parts: OpenSearchParts,
  change: PlannedChange,
  before: Entry<HeadBody> | null,
): CommitPlan | null {
  if (change.kind === 'remove') {
    if (before === null || before.body.deleted) return null;
    const { removed } = change.request;
    return { change, before, next: { ...following(parts, before.body), deleted: true, removed } };
  }
  if (change.kind === 'insert') {
    return before === null ? null : { change, before, next: inserted(parts, before.body, change.request) };
  }
  const { request, moved } = change;
  const deleted = moved?.deleted ?? false;
  if (before === null) {
    const next = { ...firstState(parts, request), deleted, removed: moved?.removed };
    return { change, before, next };
  }
  const { body } = before;
  if (request.version <= body.version) return null;
  const next: HeadBody = {
    ...following(parts, body),
    ...ownMembers(request),
    ...namesWith(body, aliasNames(request)),
    earlier: [body.version, ...body.earlier].slice(0, EARLIER),
    deleted,
    removed: moved?.removed,
    revived: body.removed === undefined ? undefined : { version: body.version, removed: body.removed },
    fresh: false,
  };
  return { change, before, next };
}

/**
 * The state after older versions were inserted. Its search copy stays the same, unless the insertion deletes the object, or replaces
 * its current version.
 */
function inserted(
  parts: OpenSearchParts,
  body: HeadBody,
  { replaced, earlier, deleted, removed, ...names }: Insertion,
): HeadBody {
  const own = replaced === undefined ? {} : ownMembers(replaced);
  const before = following(parts, body);
  const next = { ...before, ...own, ...namesWith(body, aliasNames(names)), earlier: [...earlier], deleted };
  if (deleted !== body.deleted) return { ...next, removed };
  return replaced === undefined ? { ...next, generation: body.generation } : next;
}

function firstState(parts: OpenSearchParts, request: WriteRequest): HeadBody {
  const { strong, weak } = aliasNames(request);
  const born = parts.creation.next();
  return {
    kind: 'head',
    key: request.key,
    ...ownMembers(request),
    deleted: false,
    earlier: [],
    generation: born,
    names: strong,
    asked: weak,
    fresh: true,
    writeId: parts.writeIds.next(),
    born,
    stamp: parts.stamps.now(),
  };
}

/** The members of a document that belong to the version itself. */
export function ownMembers(stored: StoredVersion & Pick<WriteRequest, 'written'>) {
  const { shortId, id, version, time, text, access, digest, written } = stored;
  const { owners, readers, hidden, mixed } = access;
  const size = text.length;
  return {
    shortId,
    id,
    version,
    time,
    text,
    size,
    access: { owners: [...owners], readers: [...readers], hidden, mixed },
    digest,
    written,
  };
}

function namesWith({ names, asked }: HeadBody, { strong, weak }: PlannedNames): Pick<HeadBody, 'names' | 'asked'> {
  return { names: [...new Set([...names, ...strong])], asked: [...new Set([...asked, ...weak])] };
}

/** The next state, with the same object. */
function following(parts: OpenSearchParts, body: HeadBody): HeadBody {
  return { ...body, generation: body.generation + 1, writeId: parts.writeIds.next(), stamp: parts.stamps.now() };
}

/** The names that an update has to claim before it is written. A new object claims its names with its first state. */
export function namesToClaim({ change, before }: CommitPlan): PlannedNames {
  if (change.kind !== 'write' || before === null) return { strong: [], weak: [] };
  return unclaimedNames(change.request, before.body);
}

/** The names of a request that the object is not known to have, and that were not refused. */
export function unclaimedNames(request: Pick<WriteRequest, 'shortId' | 'aliases'>, head: HeadBody): PlannedNames {
  const { strong, weak } = aliasNames(request);
  const held = new Set(head.fresh ? [] : head.names);
  const settled = new Set([...held, ...head.asked]);
  return {
    strong: strong.filter((name) => !held.has(name)),
    weak: weak.filter((name) => !settled.has(name)),
  };
}

/** The steps of a plan, in order: history, the head (the commit), aliases. */
export function stepsOf(
  { names: { objects: index } }: OpenSearchParts,
  { change, before, next }: CommitPlan,
): { history: readonly BulkStep[]; head: BulkStep; aliases: BulkStep[] } {
  if (before === null) {
    const strong = new Set(next.names);
    const aliases = [...next.names, ...next.asked].map((name) => aliasStep(index, name, next, strong.has(name)));
    return { history: [], head: { kind: 'create', index, id: next.key, body: next }, aliases };
  }
  const head: BulkStep = { kind: 'index', index, id: next.key, revision: before.revision, body: next };
  if (change.kind === 'insert') return { history: change.request.history, head, aliases: [] };
  return { history: change.kind === 'write' ? [historyStep(before)] : [], head, aliases: [] };
}

/** Writes the superseded state into the history of its own index. It is lost if the objects were purged in between. */
export function historyStep({ body, revision }: Entry<HeadBody>): BulkStep {
  const target = { index: aliasOfIndex(revision.index), id: idOfVersion(body.key, body.version), routing: body.key };
  return { kind: 'create', ...target, body: toVersionBody(body) };
}

function aliasStep(index: string, name: string, { key, stamp }: HeadBody, strong: boolean): BulkStep {
  return { kind: 'create', index, id: idOfName(name), body: { kind: 'alias', name, key, strong, stamp } };
}
