import { type JsonObject, member, setMember } from '../../../shared/repository/linked-data/json.ts';
import { shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { idList, PART_LISTS } from './patch.ts';
import { listedIds } from './state.ts';

/** The parts, among these, that a framework still lists. @param ids short ids */
export function stillListed(framework: JsonObject, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return ids;
  const listed = new Set(PART_LISTS.flatMap((list) => listedIds(framework, list)));
  return ids.filter((id) => listed.has(id));
}

/** A framework without these parts in its lists. The parts themselves do not change. @param ids short ids */
export function unlist(framework: JsonObject, ids: ReadonlySet<string>): JsonObject {
  const without = { ...framework };
  for (const list of PART_LISTS) {
    const listed = idList(member(framework, list)) ?? [];
    const kept = listed.filter((id) => !ids.has(shortIdOf(id, [])));
    if (kept.length < listed.length) setMember(without, list, kept);
  }
  return without;
}
