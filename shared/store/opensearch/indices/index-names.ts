/** The aliases that calls go to. Each leads to one index, and is moved to another only together with what depends on it. */
export type IndexNames = { readonly objects: string; readonly search: string; readonly values: string };

/** @param prefix what all names of the service begin with */
export function indexNames(prefix: string): IndexNames {
  return { objects: `${prefix}objects`, search: `${prefix}search`, values: `${prefix}values` };
}

/*
 * Besides these, indices have aliases for writes that may only go where their writer believes them to go. A write to an
 * alias that is not there is refused, whereas one to an index that is not there might make it.
 */

/** Leads to this index as long as it exists: for writes on top of a state that was read in it. */
export function aliasOfIndex(index: string): string {
  return `${index}.only`;
}

/** Leads to the search copies of the objects in this index; to nothing once these objects were purged. */
export function aliasOfCopies(objects: string): string {
  return `${objects}.copies`;
}

/** Leads to the index that is being filled to become that of the search copies of the objects in this index. */
export function aliasOfNext(objects: string): string {
  return `${objects}.next`;
}

/** Leads to this index while it is made ready: what has lost this alias cannot come into use any more. */
export function aliasOfPending(index: string): string {
  return `${index}.pending`;
}

/** Leads to all indices that nobody uses any more, and never will: they may be deleted. */
export function aliasOfGone(prefix: string): string {
  return `${prefix}gone`;
}
