import { isObject, type Json, type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import type { Command } from './command.ts';
import { sameJson } from './equal.ts';
import { setFields } from './new-object.ts';
import { applyPatch, diff, type Edit, type FieldConflict, fieldConflict, type Patch } from './patch.ts';
import type { Conflict } from './save-status.ts';
import type { OutlineState } from './state.ts';

/**
 * The conflicts of edits with earlier changes of others that the editing person did not see. Texts in other languages do not
 * conflict.
 *
 * @param seen what the person saw
 * @param state what is edited
 */
export function unseenConflicts(seen: OutlineState, state: OutlineState, edits: readonly Patch[]): readonly Conflict[] {
  return edits.flatMap((patch) => {
    const [was, theirs] = [seen.objects.get(patch.id), state.objects.get(patch.id)];
    if (patch.kind !== 'edit' || was === undefined || theirs === undefined) return [];
    const fields = unseenFields(patch, was, theirs);
    return fields.length === 0 ? [] : [{ id: patch.id, fields, theirs }];
  });
}

/** The object of an edit if it has been deleted since the person saw it, and the conflict that follows; null: it was not deleted. */
export function deletedUnseen(
  state: OutlineState,
  command: Command,
  seen: OutlineState,
): { readonly id: string; readonly object: JsonObject; readonly conflict: Conflict } | null {
  if (command.kind !== 'edit' || state.objects.has(command.id)) return null;
  const { id, fields } = command;
  const object = seen.objects.get(id);
  if (object === undefined) return null;
  const edited = { ...object };
  setFields(edited, fields);
  const patch = diff(id, object, edited);
  const conflict = { id, fields: patch === null ? [] : applyPatch(patch, null).conflicts, theirs: null };
  return { id, object, conflict };
}

function unseenFields({ members }: Edit, was: JsonObject, is: JsonObject): readonly FieldConflict[] {
  return Object.entries(members).flatMap(([name, { after }]) => {
    const [base, theirs] = [member(was, name), member(is, name)];
    return isReplaced(base, theirs, after) ? [fieldConflict(name, base, after, theirs)] : [];
  });
}

function isReplaced(was: Json | undefined, is: Json | undefined, after: Json | undefined): boolean {
  if (!(isObject(was) && isObject(is) && isObject(after))) return !sameJson(was, is);
  return [...new Set([...Object.keys(is), ...Object.keys(after)])].some((key) => {
    return !sameJson(member(after, key), member(is, key)) && !sameJson(member(was, key), member(is, key));
  });
}
