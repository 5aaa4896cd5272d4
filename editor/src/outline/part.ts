import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../../shared/repository/linked-data/references.ts';

/** The competency that a level or a rule belongs to; null when it names none. */
export function competencyOf(part: JsonObject): string | null {
  const [id] = idsIn(member(part, 'competency'));
  return id === undefined ? null : shortIdOf(id, []);
}
