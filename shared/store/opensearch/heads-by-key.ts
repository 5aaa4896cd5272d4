/**
 * A search of the index of objects for their heads, in the order of their keys, without the documents.
 *
 * @param after the key that those found come after; null: from the first one
 * @param size at most so many
 */
export function headsByKey(after: string | null, size: number) {
  return {
    query: { term: { kind: 'head' } },
    sort: [{ key: 'asc' }],
    ...(after === null ? {} : { search_after: [after] }),
    size,
    track_total_hits: false,
    _source: false,
  };
}
