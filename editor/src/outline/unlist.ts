import { type JsonObject, member, setMember } from '../../../shared/linked-data/json.ts';
import { shortIdOf } from '../../../shared/linked-data/references.ts';
import { idList, PART_LISTS } from './patch.ts';

/** A framework without some parts in its lists: what they are stays as it is. @param ids short ids */
export function unlist(framework: JsonObject, ids: ReadonlySet<string>): JsonObject {
  const without = { ...framework };
  for (const list of PART_LISTS) {
    const listed = idList(member(framework, list)) ?? [];
    const kept = listed.filter((id) => !ids.has(shortIdOf(id, [])));
    if (kept.length < listed.length) setMember(without, list, kept);
  }
  return without;
}
