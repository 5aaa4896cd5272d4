/** Lessens the difference between the first places, as in the paper of Cormack, Clarke and Büttcher. */
const K = 60;

/**
 * Combines ranks into one: reciprocal rank fusion. Items of several ranks come first; of equal ones, those of the first rank.
 *
 * @param idOf identifies an item
 */
export function fuseRanks<Item>(ranks: readonly (readonly Item[])[], idOf: (item: Item) => string): Item[] {
  const scores = new Map<string, { readonly item: Item; score: number }>();
  for (const rank of ranks) {
    for (const [place, item] of rank.entries()) {
      const known = scores.get(idOf(item));
      const score = 1 / (K + place + 1);
      if (known === undefined) scores.set(idOf(item), { item, score });
      else known.score += score;
    }
  }
  return [...scores.values()].sort((one, other) => other.score - one.score).map(({ item }) => item);
}
