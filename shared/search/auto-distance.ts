/** The edits that a fuzzy term of this many characters allows (`fuzziness: auto`). */
export function autoDistance(characters: number): 0 | 1 | 2 {
  if (characters < 3) return 0;
  return characters < 6 ? 1 : 2;
}
