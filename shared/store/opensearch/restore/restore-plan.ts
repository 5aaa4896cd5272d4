import type { RestoreRequest } from '../../object-store.ts';
import { type Insertion, ownMembers } from '../commit/plan.ts';
import { EARLIER, idOfVersion, toVersionBody, type VersionBody } from '../documents.ts';
import type { BulkStep } from '../engine/engine.ts';
import { aliasOfIndex } from '../indices/index-names.ts';
import type { Item, Known } from './restore-state.ts';

/** The outcome of a version, before it is written. */
export type Judgement = 'restored' | 'present' | 'differs';

/** The judgements of all versions of an object, in the order of the call. */
export type Judged = {
  /** One for each item. */
  readonly judgements: ReadonlyMap<Item, Judgement>;
  /** New versions, by number. */
  readonly added: ReadonlyMap<number, Item>;
  /** The object is deleted afterwards. */
  readonly deleted: boolean;
  /** Of the trail of the version that is current afterwards, where a version to restore says it. */
  readonly removed: string | undefined;
};

/** Compares the versions to restore with those of the object. */
export function judge({ head, documents, named }: Known, items: readonly Item[]): Judged {
  const judgements = new Map<Item, Judgement>();
  const added = new Map<number, Item>();
  let current = head?.body.version ?? -1;
  let deleted = head?.body.deleted ?? false;
  let removed: string | undefined;
  const textOf = (version: number) => {
    if (head?.body.version === version) return head.body.text;
    return (added.get(version)?.request ?? documents.get(version)?.body)?.text;
  };
  for (const item of items) {
    const { version, text, deleted: ended, removed: removal } = item.request;
    const known = textOf(version);
    if (known === undefined) {
      added.set(version, item);
      if (version > current) [current, deleted, removed] = [version, ended, removal];
      judgements.set(item, 'restored');
    } else if (known !== text) {
      judgements.set(item, 'differs');
    } else {
      const ends = version === current && ended && !deleted;
      const found = named.has(version) || version === head?.body.version || added.has(version);
      if (ends) [deleted, removed] = [true, removal];
      judgements.set(item, ends || !found ? 'restored' : 'present');
    }
  }
  return { judgements, added, deleted, removed };
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
  { added, deleted, removed }: Pick<Judged, 'added' | 'deleted' | 'removed'>,
  force: boolean,
): Pick<Insertion, 'before' | 'earlier' | 'deleted' | 'removed' | 'history'> | null {
  const { head: before, documents, named } = known;
  if (before === null) return null;
  const { body } = before;
  const index = aliasOfIndex(before.revision.index);
  const current = body.version;
  const others = [...named, ...documents.keys(), ...added.keys()].filter((version) => version < current);
  const order = [current, ...[...new Set(others)].sort((a, b) => b - a)];
  const earlierOf = (position: number) => order.slice(position + 1, position + 1 + EARLIER);
  const history: BulkStep[] = [];
  // The earliest first: no document names one that does not exist.
  for (let position = order.length - 1; position > 0; position--) {
    const version = order[position] ?? current;
    const step = stepFor(index, key, known, version, earlierOf(position), added.get(version)?.request);
    if (step !== null) history.push(step);
  }
  const earlier = earlierOf(0);
  const beside = documents.get(current)?.body.earlier ?? earlier;
  if (!sameList(earlier, body.earlier) || !sameList(earlier, beside)) {
    // A concurrent write may put the head with its old list into history: the document with the new list exists before. Where it
    // did so already, also by a write that failed, the document gets the new list.
    history.push(besideHead(index, known, toVersionBody({ ...body, earlier })));
  } else if (history.length === 0 && deleted === body.deleted && !force) {
    return null;
  }
  return { before, earlier, deleted, removed, history };
}

/**
 * The documents of the versions before the newest, of an object that has no others.
 *
 * @param index alias of the index that the object is in
 */
export function earlierSteps(index: string, key: string, versions: readonly RestoreRequest[]): BulkStep[] {
  const order = [...versions].sort((a, b) => b.version - a.version);
  const numbers = order.map(({ version }) => version);
  const steps = order.map((request, position) => versionStep(index, key, request, numbers.slice(position + 1)));
  return steps.slice(1).reverse();
}

/** The step for a version in history; null: its document is correct already. */
function stepFor(
  index: string,
  key: string,
  { documents }: Known,
  version: number,
  earlier: readonly number[],
  request: RestoreRequest | undefined,
): BulkStep | null {
  if (request !== undefined) return versionStep(index, key, request, earlier);
  const there = documents.get(version);
  if (there === undefined || sameList(there.body.earlier, earlier)) return null;
  return {
    ...{ kind: 'index', index, id: idOfVersion(key, version), routing: key, revision: there.revision },
    body: { ...there.body, earlier: [...earlier] },
  };
}

function versionStep(index: string, key: string, request: RestoreRequest, earlier: readonly number[]): BulkStep {
  const { removed } = request;
  const body: VersionBody = {
    kind: 'version',
    key,
    ...ownMembers(request),
    removed,
    earlier: earlier.slice(0, EARLIER),
  };
  return { kind: 'create', index, id: idOfVersion(key, request.version), routing: key, body };
}

function besideHead(index: string, { documents }: Known, body: VersionBody): BulkStep {
  const target = { index, id: idOfVersion(body.key, body.version), routing: body.key, body };
  const there = documents.get(body.version);
  return there === undefined ? { kind: 'create', ...target } : { kind: 'index', ...target, revision: there.revision };
}

function sameList(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, position) => value === b[position]);
}
