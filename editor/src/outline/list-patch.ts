/** An id put into a list, after another one; null: first. */
type Placement = { readonly id: string; readonly after: string | null };

/** What turns one list of ids into another, in a form that also applies to a list that others have changed meanwhile. */
export type ListPatch = { readonly removed: readonly Placement[]; readonly inserted: readonly Placement[] };

/** The patch from one list to the other: few entries for few changes. Repeated ids count once. */
export function diffList(before: readonly string[], after: readonly string[]): ListPatch {
  const stays = longestCommonOrder(before, after);
  return { removed: placements(before, stays), inserted: placements(after, stays) };
}

/**
 * Removes and inserts ids as the patch says, unless the list is already so. An id whose predecessor is gone goes to the end; one that
 * is only moved, and that others have taken out of the list, stays out of it.
 */
export function patchList(list: readonly string[], { removed, inserted }: ListPatch): readonly string[] {
  if (removed.length === 0 && inserted.length === 0) return list;
  const gone = new Set([...removed, ...inserted].map(({ id }) => id));
  const kept = list.filter((id) => !gone.has(id));
  const moved = new Set(removed.map(({ id }) => id));
  const present = new Set(list);
  const followers = new Map<string | null, string[]>();
  const known = new Set(kept);
  for (const { id, after } of inserted) {
    if (moved.has(id) && !present.has(id)) continue;
    known.add(id);
    const anchor = after === null || known.has(after) ? after : (kept.at(-1) ?? null);
    const group = followers.get(anchor);
    if (group === undefined) followers.set(anchor, [id]);
    else group.push(id);
  }
  return chain(kept, followers);
}

/** The inverse of a patch. */
export function invertListPatch({ removed, inserted }: ListPatch): ListPatch {
  return { removed: inserted, inserted: removed };
}

export function isEmptyListPatch({ removed, inserted }: ListPatch): boolean {
  return removed.length === 0 && inserted.length === 0;
}

/** The kept ids, each followed by the ids that are placed after it, and theirs after those. */
function chain(kept: readonly string[], followers: ReadonlyMap<string | null, readonly string[]>): readonly string[] {
  const result: string[] = [];
  const pending: string[] = [];
  const push = (anchor: string | null) => {
    const group = followers.get(anchor) ?? [];
    for (let i = group.length - 1; i >= 0; i--) pending.push(group[i] ?? '');
  };
  const drain = () => {
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      result.push(id);
      push(id);
    }
  };
  push(null);
  drain();
  for (const id of kept) {
    result.push(id);
    push(id);
    drain();
  }
  return result;
}

function placements(list: readonly string[], stays: ReadonlySet<string>): readonly Placement[] {
  return list.flatMap((id, i) => (stays.has(id) ? [] : [{ id, after: list[i - 1] ?? null }]));
}

/** The largest set of ids that are in both lists in the same order: by the longest increasing subsequence of positions. */
function longestCommonOrder(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const positions = new Map(before.map((id, i) => [id, i]));
  const common = after.filter((id) => positions.has(id));
  const at = common.map((id) => positions.get(id) ?? 0);
  const ends: number[] = [];
  const previous = new Array<number>(at.length).fill(-1);
  for (const [i, position] of at.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((at[ends[middle] ?? 0] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    previous[i] = ends[low - 1] ?? -1;
    ends[low] = i;
  }
  const stays = new Set<string>();
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i] ?? -1) stays.add(common[i] ?? '');
  return stays;
}
