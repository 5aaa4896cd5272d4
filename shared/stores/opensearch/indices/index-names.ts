/** The aliases that calls go to. Each leads to one index, and is moved together with the aliases that depend on it. */
export type IndexNames = { readonly objects: string; readonly search: string; readonly values: string };

/** @param prefix what all names of the service begin with */
export function indexNames(prefix: string): IndexNames {
  return { objects: `${prefix}objects`, search: `${prefix}search`, values: `${prefix}values` };
}

/*
 * Besides these, indices have aliases for writes that must not go to another index. A write to a missing alias is refused, a
 * write to a missing index might create it.
 */

/** Leads to this index as long as it exists: for writes over a state that was read in it. */
export function aliasOfIndex(index: string): string {
  return `${index}.only`;
}

/** Leads to the search copies of the objects in this index; removed when these objects are purged. */
export function aliasOfCopies(objects: string): string {
  return `${objects}.copies`;
}

/** Leads to the new search index of the objects in this index during a rebuild. */
export function aliasOfNext(objects: string): string {
  return `${objects}.next`;
}

/** Leads to this index while it is prepared: without this alias it can no longer come into use. */
export function aliasOfPending(index: string): string {
  return `${index}.pending`;
}

/** Leads to all indices that are out of use for good: they may be deleted. */
export function aliasOfGone(prefix: string): string {
  return `${prefix}gone`;
}
