import { type JsonObject, member } from '../../../shared/repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../../shared/repository/linked-data/references.ts';
import { idOf } from '../outline/draft.ts';

/** A folder of frameworks: a stored Directory (specification: Directory). */
export type Folder = {
  /** Its short id. */
  readonly id: string;
  readonly object: JsonObject;
  /** Short id of the folder that it is in; null: it is at the top. */
  readonly parent: string | null;
};

/** The folders among objects, by short id. */
export function foldersIn(objects: readonly JsonObject[]): ReadonlyMap<string, Folder> {
  const folders = objects.map((object): Folder => {
    const [parent] = idsIn(member(object, 'parentDirectory'));
    return { id: idOf(object), object, parent: parent === undefined ? null : shortIdOf(parent, []) };
  });
  return new Map(folders.map((folder) => [folder.id, folder]));
}

/** A folder after all those that it is in; empty for an unknown one. A folder that is within itself ends there. */
export function pathTo(folders: ReadonlyMap<string, Folder>, id: string | null): readonly Folder[] {
  const path: Folder[] = [];
  for (let at = id; at !== null; ) {
    const folder = folders.get(at);
    if (folder === undefined || path.includes(folder)) break;
    path.unshift(folder);
    at = folder.parent;
  }
  return path;
}

/** The folders in a folder. At the top (null) are also those whose folder is gone, or that are within themselves. */
export function foldersBelow(folders: ReadonlyMap<string, Folder>, id: string | null): readonly Folder[] {
  return [...folders.values()].filter((folder) => {
    const [first] = pathTo(folders, folder.id);
    const isRooted = first !== undefined && (first.parent === null || !folders.has(first.parent));
    if (id !== null) return folder.parent === id && isRooted;
    return folder === first || !isRooted;
  });
}
