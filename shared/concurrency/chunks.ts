/** The items in groups of at most `size`, in their order. */
export function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const groups: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += size) groups.push(items.slice(start, start + size));
  return groups;
}
