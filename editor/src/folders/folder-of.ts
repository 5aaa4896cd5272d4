import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../../shared/repository/linked-data/references.ts';

/** The folder that a framework is in; null: none. */
export function folderOf(framework: JsonObject): string | null {
  const [id] = idsIn(member(framework, 'directory'));
  return id === undefined ? null : shortIdOf(id, []);
}
