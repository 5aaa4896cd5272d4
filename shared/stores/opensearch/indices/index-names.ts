/** The aliases that calls use. Each points to one index, and is moved together with the aliases that depend on it. */
export type IndexNames = { readonly objects: string; readonly search: string; readonly values: string };

/** @param prefix common prefix of all index names of the service */
export function indexNames(prefix: string): IndexNames {
  return { objects: `${prefix}objects`, search: `${prefix}search`, values: `${prefix}values` };
}

/*
 * Besides these, indices have aliases for writes that must not go to another index. The engine refuses a write to a missing
 * alias, whereas a write to a missing index might create the index.
 */

/** The alias of this index as long as it exists, for writes that replace a state that was read from it. */
export function aliasOfIndex(index: string): string {
  return `${index}.only`;
}

/** The alias of the search copies of the objects in this index; removed when these objects are purged. */
export function aliasOfCopies(objects: string): string {
  return `${objects}.copies`;
}

/** The alias of the new search index of the objects in this index during a rebuild. */
export function aliasOfNext(objects: string): string {
  return `${objects}.next`;
}

/** The alias of an index that is being prepared: without this alias it can no longer come into use. */
export function aliasOfPending(index: string): string {
  return `${index}.pending`;
}

/** The alias of all indices that are permanently out of use, and may be deleted. */
export function aliasOfGone(prefix: string): string {
  return `${prefix}gone`;
}
