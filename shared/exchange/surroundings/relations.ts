import type { ReadKey } from '../../base/crypto/public-key.ts';
import { readObjectKeys } from '../../repository/access/key-lists.ts';
import type { ObjectReader } from '../../repository/frameworks/object-reader.ts';
import { shortIdOf } from '../../repository/linked-data/references.ts';
import { queriesFor } from '../../repository/search/phrase-queries.ts';
import type { FrameworkRelation } from '../frameworks/model.ts';
import { relationOf } from '../frameworks/stored.ts';

/** Relations per page of a search. */
const PAGE_SIZE = 250;

/** A stored relation, with the fingerprints of the keys that own it. */
export type OwnedRelation = FrameworkRelation & { readonly id: string; readonly owners: readonly string[] };

/** What reading relations needs. */
export type RelationContext = {
  readonly reader: ObjectReader;
  readonly bases: readonly string[];
  readonly readKey: ReadKey;
};

/**
 * The relations that have an object at an end, in the order of their creation, as the caller of the reader may see them.
 *
 * @param ends where the object is
 * @param most further relations are left out
 */
export async function relationsAt(
  { reader, bases, readKey }: RelationContext,
  id: string,
  ends: readonly ('source' | 'target')[],
  most: number,
): Promise<readonly OwnedRelation[]> {
  const relations: OwnedRelation[] = [];
  let left = most;
  for (const query of queriesFor(ends, [id])) {
    for await (const page of reader.search({ query, types: '*.relation', page: Math.min(PAGE_SIZE, most) })) {
      for await (const { object, shortId, modified } of reader.readVersions(page)) {
        const relation = relationOf(object, shortId, modified, (end) => shortIdOf(end, bases));
        if (relation === null || !ends.some((end) => relation[end] === id)) continue; // a search finds words
        const owners = readObjectKeys(object, readKey).owners.map(({ fingerprint }) => fingerprint);
        relations.push({ ...relation, id: shortId, owners });
      }
      left -= page.length;
      if (left <= 0) return relations;
    }
  }
  return relations;
}
