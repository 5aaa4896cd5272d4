/** The items in groups of at most `size`, in their order. */
export function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const groups: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += size) groups.push(items.slice(start, start + size));
  return groups;
}

/** The items, in their order, in groups of at most `maxItems` and of a total size of at most `maxSize`. A larger item is a group alone. */
export function* chunksBySize<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
  { maxSize, maxItems = Number.POSITIVE_INFINITY }: { readonly maxSize: number; readonly maxItems?: number },
): Generator<readonly Item[]> {
  let group: Item[] = [];
  let size = 0;
  for (const item of items) {
    const added = sizeOf(item);
    if (group.length > 0 && (group.length === maxItems || size + added > maxSize)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(item);
    size += added;
  }
  if (group.length > 0) yield group;
}
