import type { RestoreRequest } from '../../../repository/store/object-store.ts';
import { digestOf, isPreferred } from '../../../repository/store/preferred-text.ts';
import { type Insertion, ownMembers } from '../commit/plan.ts';
import { EARLIER, idOfVersion, toVersionBody, type VersionBody } from '../documents.ts';
import type { BulkStep } from '../engine/engine.ts';
import { aliasOfIndex } from '../indices/index-names.ts';
import type { Known, RestoreItem } from './restore-state.ts';

/** The outcome of a version, before it is written. */
export type RestoreJudgement = 'restored' | 'present' | 'differs';

/** The outcomes of all versions of an object, in the order of the call. */
export type Judged = {
  /** The outcome of each item. */
  readonly judgements: ReadonlyMap<RestoreItem, RestoreJudgement>;
  /** New versions, by number. */
  readonly added: ReadonlyMap<number, RestoreItem>;
  /** Versions whose text replaces another one, by number. */
  readonly replaced: ReadonlyMap<number, RestoreItem>;
  /** The object is deleted afterwards. */
  readonly deleted: boolean;
  /** `VersionTrail.removed` of the version that is current afterwards, if a version to restore has it. */
  readonly removed: string | undefined;
};

/** Compares the versions to restore with those of the object. */
export function judge(known: Known, items: readonly RestoreItem[]): Judged {
  const { version: start = -1, deleted: wasDeleted = false } = known.head?.body ?? {};
  const judgements = new Map<RestoreItem, RestoreJudgement>();
  const added = new Map<number, RestoreItem>();
  const replaced = new Map<number, RestoreItem>();
  const taken = new Map<number, RestoreItem>();
  let current = start;
  let deleted = wasDeleted;
  let removed: string | undefined;
  for (const item of items) {
    const { version, deleted: ended, removed: removal, resolve = false } = item.request;
    const stored = taken.get(version)?.request.text ?? storedText(known, version);
    if (stored === undefined) {
      added.set(version, item);
      taken.set(version, item);
      if (version > current) [current, deleted, removed] = [version, ended, removal];
      judgements.set(item, 'restored');
      continue;
    }
    const { judgement, replaces } = compare(item.request, stored, added.has(version) || isNamed(known, version));
    if (replaces) taken.set(version, item);
    const ends = version === current && ended && !deleted && (resolve || judgement !== 'differs');
    if (ends) [deleted, removed] = [true, removal];
    judgements.set(item, ends ? 'restored' : judgement);
  }
  for (const [version, item] of taken) (added.has(version) ? added : replaced).set(version, item);
  return { judgements, added, replaced, deleted, removed };
}

/** @param isListed whether it is the current version or in a list of earlier ones; an interrupted restore left other versions */
function compare({ text, resolve }: RestoreRequest, stored: string, isListed: boolean) {
  if (text === stored) return { judgement: isListed ? 'present' : 'restored', replaces: false } as const;
  const replaces = resolve === true && isPreferred(text, stored);
  return { judgement: replaces ? 'restored' : 'differs', replaces } as const;
}

function storedText({ head, documents }: Known, version: number): string | undefined {
  return (head?.body.version === version ? head : documents.get(version))?.body.text;
}

/** Whether the version is the current one, or in a list of earlier ones. */
function isNamed({ head, named }: Known, version: number): boolean {
  return version === head?.body.version || named.has(version);
}

/**
 * Plans the insertion of versions below the current one: the documents of new versions, and of all documents above the lowest
 * of them the updated lists of earlier versions. Existing documents are written only over the state that was read.
 *
 * @param force the head has to be written anyway
 * @returns null when there is nothing to write
 */
export function placeVersions(
  key: string,
  known: Known,
  { added, replaced, deleted, removed }: Omit<Judged, 'judgements'>,
  force: boolean,
): Pick<Insertion, 'before' | 'replaced' | 'earlier' | 'deleted' | 'removed' | 'history'> | null {
  const { head: before, documents, named } = known;
  if (before === null) return null;
  const { body } = before;
  const index = aliasOfIndex(before.revision.index);
  const current = body.version;
  const others = [...named, ...documents.keys(), ...added.keys()].filter((version) => version < current);
  const order = [current, ...[...new Set(others)].sort((a, b) => b - a)];
  const earlierOf = (position: number) => order.slice(position + 1, position + 1 + EARLIER);
  const history: BulkStep[] = [];
  // The earliest first, so that no document lists a version that does not exist.
  for (let position = order.length - 1; position > 0; position--) {
    const version = order[position] ?? current;
    const request = added.get(version)?.request ?? replacementIn(replaced, version);
    const step = stepFor(index, key, known, version, earlierOf(position), request);
    if (step !== null) history.push(step);
  }
  const earlier = earlierOf(0);
  const beside = documents.get(current)?.body.earlier ?? earlier;
  const replacement = replacementIn(replaced, current);
  if (replacement !== undefined || !sameList(earlier, body.earlier) || !sameList(earlier, beside)) {
    // A concurrent write may put the previous head into history, so the document of the new state is written before the head. If a
    // write, even a failed one, has already put the previous head there, the document gets the new state.
    const own = replacement === undefined ? {} : ownMembers(replacement);
    history.push(besideHead(index, known, toVersionBody({ ...body, ...own, earlier })));
  } else if (history.length === 0 && deleted === body.deleted && !force) {
    return null;
  }
  return { before, replaced: replacement, earlier, deleted, removed, history };
}

/** The version that replaces another one, with its digest. */
function replacementIn(replaced: Judged['replaced'], version: number): Insertion['replaced'] {
  const request = replaced.get(version)?.request;
  return request && { ...request, digest: digestOf(request.text) };
}

/** The step for a version in history; null if its document is already correct. */
function stepFor(
  index: string,
  key: string,
  { documents }: Known,
  version: number,
  earlier: readonly number[],
  request: RestoreRequest | Insertion['replaced'],
): BulkStep | null {
  const there = documents.get(version);
  if (request !== undefined) {
    const target = versionTarget(index, key, request, earlier);
    return there === undefined ? { kind: 'create', ...target } : { kind: 'index', ...target, revision: there.revision };
  }
  if (there === undefined || sameList(there.body.earlier, earlier)) return null;
  return {
    kind: 'index',
    index,
    id: idOfVersion(key, version),
    routing: key,
    revision: there.revision,
    body: { ...there.body, earlier: [...earlier] },
  };
}

function versionTarget(
  index: string,
  key: string,
  request: NonNullable<Insertion['replaced']>,
  earlier: readonly number[],
) {
  const { removed } = request;
  const body: VersionBody = {
    kind: 'version',
    key,
    ...ownMembers(request),
    removed,
    earlier: earlier.slice(0, EARLIER),
  };
  return { index, id: idOfVersion(key, request.version), routing: key, body };
}

function besideHead(index: string, { documents }: Known, body: VersionBody): BulkStep {
  const target = { index, id: idOfVersion(body.key, body.version), routing: body.key, body };
  const there = documents.get(body.version);
  return there === undefined ? { kind: 'create', ...target } : { kind: 'index', ...target, revision: there.revision };
}

function sameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, position) => value === b[position]);
}
