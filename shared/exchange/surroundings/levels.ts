import type { ObjectReader } from '../../repository/frameworks/object-reader.ts';
import { member } from '../../repository/linked-data/json.ts';
import { idsIn, shortIdOf } from '../../repository/linked-data/references.ts';
import { queriesFor } from '../../repository/search/phrase-queries.ts';
import { type Described, describedOf } from './described.ts';

/** Levels that are read of one competency. */
const MAX_LEVELS = 50;

/** The levels of a competency, by id. @param bases own addresses */
export async function levelsOf(
  reader: ObjectReader,
  id: string,
  bases: readonly string[],
): Promise<readonly Described[]> {
  const levels: Described[] = [];
  for (const query of queriesFor(['competency'], [id])) {
    for await (const page of reader.search({ query, types: '*.level', page: MAX_LEVELS })) {
      for await (const read of reader.readVersions(page)) {
        const ofThis = idsIn(member(read.object, 'competency')).some((one) => shortIdOf(one, bases) === id);
        if (ofThis) levels.push(describedOf(read)); // a search finds words
      }
      break;
    }
  }
  return levels.sort((one, other) => (one.id < other.id ? -1 : 1));
}
