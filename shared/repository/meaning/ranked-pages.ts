/** Results of each rank, by words and by meaning: there are no pages with others. */
export const MAX_RANKED = 1_000;

const PREFIX = 'rank-';
const CURSOR = new RegExp(`^${PREFIX}([1-9][0-9]{0,4})$`);

/** The cursor of a page that begins at a place among the results, which later pages find again. */
export function rankedCursor(place: number): string {
  return PREFIX + place;
}

/** The place where a page begins; null for a cursor of another search. */
export function rankedPlace(cursor: string): number | null {
  const place = CURSOR.exec(cursor)?.[1];
  return place === undefined ? null : Number(place);
}
