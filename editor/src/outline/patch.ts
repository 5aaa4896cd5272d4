import {
  isObject,
  type Json,
  type JsonObject,
  member,
  setMember,
} from '../../../shared/repository/linked-data/json.ts';
import { items } from '../../../shared/repository/linked-data/references.ts';
import { sameJson } from './equal.ts';
import { diffList, invertListPatch, isEmptyListPatch, type ListPatch, patchList } from './list-patch.ts';

/** A member before and after an edit; absent: the object has no such member. */
export type MemberEdit = { readonly before?: Json; readonly after?: Json };

/** An edit of one object. */
export type Edit = {
  readonly id: string;
  readonly kind: 'edit';
  readonly members: Readonly<Record<string, MemberEdit>>;
  /** Lists of ids, which are merged id by id. */
  readonly lists: Readonly<Record<string, ListPatch>>;
};

/** What happened to one object: small, invertible, and applicable to a state that others have changed meanwhile. */
export type Patch = { readonly id: string; readonly kind: 'create' | 'delete'; readonly object: JsonObject } | Edit;

/** A change that is not saved yet. */
export type PendingPatch = Patch & {
  /** The object with the change, for the case that others delete it; absent: the person deleted it. */
  readonly whole?: JsonObject;
  /** States of the object that were sent without an answer. */
  readonly sent?: readonly JsonObject[];
};

/** A member that both sides have changed differently. */
export type FieldConflict = {
  readonly member: string;
  readonly base?: Json;
  readonly mine?: Json;
  readonly theirs?: Json;
};

/** The result of a patch on an object that may have changed: it has the patch's values in the members that conflict. */
export type Patched = { readonly object: JsonObject | null; readonly conflicts: readonly FieldConflict[] };

/** The members of frameworks that list the ids of their parts. */
export const PART_LISTS = ['competency', 'relation', 'level', 'rollupRule'] as const;

/** Members whose ids are merged one by one: the lists of frameworks, and the links of concept schemes. */
const ID_LISTS: readonly string[] = [...PART_LISTS, 'skos:hasTopConcept', 'skos:narrower', 'skos:broader'];

/** Written by the service or by signers with each version: never a change of the person. */
const NOT_COMPARED: ReadonlySet<string> = new Set([
  '@id',
  'id',
  'signature',
  '@signature',
  'signatureSha256',
  '@signatureSha256',
  'decryptedSecret',
]);

/** The patch that leads from one state of an object to another; null for none. */
export function diff(id: string, before: JsonObject | null, after: JsonObject | null): Patch | null {
  if (before === after) return null;
  if (before === null) return after === null ? null : { id, kind: 'create', object: after };
  return after === null ? { id, kind: 'delete', object: before } : diffMembers(id, before, after);
}

function diffMembers(id: string, before: JsonObject, after: JsonObject): Edit | null {
  const members: Record<string, MemberEdit> = {};
  const lists: Record<string, ListPatch> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (NOT_COMPARED.has(name)) continue;
    const [old, now] = [member(before, name), member(after, name)];
    if (sameJson(old, now)) continue;
    const [oldIds, newIds] = ID_LISTS.includes(name) ? [idList(old), idList(now)] : [null, null];
    if (oldIds === null || newIds === null) Object.defineProperty(members, name, entry(memberEdit(old, now)));
    else lists[name] = diffList(oldIds, newIds);
  }
  const empty = Object.keys(members).length === 0 && Object.values(lists).every(isEmptyListPatch);
  return empty ? null : { id, kind: 'edit', members, lists };
}

/** Whether an object is in one of these states. */
export function isOneOf(id: string, states: readonly JsonObject[] | undefined, object: JsonObject): boolean {
  return states?.some((one) => diff(id, one, object) === null) ?? false;
}

/** The inverse of a patch. */
export function invert(patch: Patch): Patch {
  if (patch.kind === 'edit') return invertEdit(patch);
  return { id: patch.id, kind: patch.kind === 'create' ? 'delete' : 'create', object: patch.object };
}

function invertEdit({ id, kind, members, lists }: Edit): Edit {
  const inverted: Record<string, MemberEdit> = {};
  for (const [name, { before, after }] of Object.entries(members)) {
    Object.defineProperty(inverted, name, entry(memberEdit(after, before)));
  }
  const back = Object.entries(lists).map(([name, list]) => [name, invertListPatch(list)]);
  return { id, kind, members: inverted, lists: Object.fromEntries(back) };
}

/**
 * Applies a patch to an object in whatever state it is. Members that have neither the value before the patch nor the one after it
 * are conflicts. An edit of an object that is gone is a conflict in each of its members, and leaves it gone.
 */
export function applyPatch(patch: Patch, current: JsonObject | null): Patched {
  if (patch.kind === 'edit') return applyEdit(patch, current);
  return { object: patch.kind === 'create' ? (current ?? patch.object) : null, conflicts: [] };
}

function applyEdit(patch: Edit, current: JsonObject | null): Patched {
  const conflicts: FieldConflict[] = [];
  const object: JsonObject = current === null ? {} : { ...current };
  for (const [name, { before, after }] of Object.entries(patch.members)) {
    const theirs = current === null ? undefined : member(current, name);
    if (!sameJson(theirs, before) && !sameJson(theirs, after))
      conflicts.push(fieldConflict(name, before, after, theirs));
    if (after === undefined) delete object[name];
    else setMember(object, name, after);
  }
  if (current === null) return { object: null, conflicts };
  for (const [name, list] of Object.entries(patch.lists)) {
    const ids = idList(member(object, name)) ?? [];
    const patched = patchList(ids, list);
    if (patched.length === 0 && member(current, name) === undefined) continue;
    setMember(object, name, [...patched]);
  }
  return { object, conflicts };
}

/** The ids that a list of parts holds; null if it contains anything else. An absent list is empty. */
export function idList(value: Json | undefined): readonly string[] | null {
  const ids = items(value).map((item) => (isObject(item) ? member(item, '@id') : item));
  return ids.every((id) => typeof id === 'string') ? [...new Set(ids)] : null;
}

function memberEdit(before: Json | undefined, after: Json | undefined): MemberEdit {
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** A conflict of a member. */
export function fieldConflict(
  name: string,
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
): FieldConflict {
  return {
    member: name,
    ...(base !== undefined && { base }),
    ...(mine !== undefined && { mine }),
    ...(theirs !== undefined && { theirs }),
  };
}

/** A member may be called `__proto__`. */
function entry(value: MemberEdit): PropertyDescriptor {
  return { value, enumerable: true, writable: true, configurable: true };
}
