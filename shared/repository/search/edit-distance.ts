/** The edits that a fuzzy term of this many characters allows (`fuzziness: auto`). */
export function autoDistance(characters: number): 0 | 1 | 2 {
  if (characters < 3) return 0;
  return characters < 6 ? 1 : 2;
}

/**
 * Tests whether a text is within an edit distance of a term: insertions, deletions, replacements and swaps of neighbours,
 * each of one character (optimal string alignment, as Lucene's fuzzy terms count).
 */
export function withinDistance(term: string, limit: number): (text: string) => boolean {
  const wanted = [...term];
  return (text) => {
    if (text.length < wanted.length - limit || text.length > 2 * (wanted.length + limit)) return false;
    const given = [...text];
    if (Math.abs(given.length - wanted.length) > limit) return false;
    let before: number[] = [];
    let above = Array.from({ length: given.length + 1 }, (_, index) => index);
    for (let row = 1; row <= wanted.length; row++) {
      const current = nextRow(wanted, given, row, above, before);
      if (current.every((edits) => edits > limit)) return false;
      before = above;
      above = current;
    }
    return (above[given.length] ?? limit + 1) <= limit;
  };
}

function nextRow(
  wanted: readonly string[],
  given: readonly string[],
  row: number,
  above: readonly number[],
  before: readonly number[],
): number[] {
  const current = [row];
  for (let column = 1; column <= given.length; column++) {
    const same = wanted[row - 1] === given[column - 1];
    let edits = Math.min(
      (above[column] ?? 0) + 1,
      (current[column - 1] ?? 0) + 1,
      (above[column - 1] ?? 0) + (same ? 0 : 1),
    );
    if (row > 1 && column > 1 && wanted[row - 1] === given[column - 2] && wanted[row - 2] === given[column - 1]) {
      edits = Math.min(edits, (before[column - 2] ?? 0) + 1);
    }
    current.push(edits);
  }
  return current;
}
