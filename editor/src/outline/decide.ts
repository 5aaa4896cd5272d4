import { type JsonObject, setMember } from '../../../shared/repository/linked-data/json.ts';
import { idOf } from './draft.ts';
import { idList, PART_LISTS } from './patch.ts';
import type { Conflict } from './save-status.ts';
import { frameworkOf, listedIds, type OutlineState, partKindOf } from './state.ts';

/** Whose side wins a conflict: for a member, or for an object that one side deleted. */
export type Choice = 'mine' | 'theirs';

/**
 * The objects that change when a conflict is decided. An object that one side deleted, and that stays, is listed by the framework
 * again, at the end.
 *
 * @param name of a member that both changed; null: all of them
 */
export function decide(
  state: OutlineState,
  { id, fields, theirs }: Conflict,
  choice: Choice,
  name: string | null,
): ReadonlyMap<string, JsonObject | null> {
  const mine = state.objects.get(id);
  if (theirs === null) return mine === undefined || choice === 'theirs' ? new Map([[id, null]]) : listed(state, mine);
  if (mine === undefined) return choice === 'mine' ? new Map([[id, null]]) : listed(state, theirs).set(id, theirs);
  const object: JsonObject = { ...mine };
  for (const field of fields) {
    if (choice === 'mine' || (name !== null && field.member !== name)) continue;
    if (field.theirs === undefined) delete object[field.member];
    else setMember(object, field.member, field.theirs);
  }
  return new Map([[id, object]]);
}

function listed(state: OutlineState, object: JsonObject): Map<string, JsonObject> {
  const framework = frameworkOf(state);
  const list = PART_LISTS.find((one) => one === partKindOf(object));
  const id = idOf(object);
  if (list === undefined || listedIds(framework, list).includes(id)) return new Map();
  return new Map([[state.frameworkId, { ...framework, [list]: [...(idList(framework[list]) ?? []), id] }]]);
}
