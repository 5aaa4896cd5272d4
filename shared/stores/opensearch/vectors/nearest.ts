import type { SearchRequest } from '../../../repository/store/object-store.ts';
import { quantize } from '../../../repository/store/quantized-vector.ts';
import type { Query } from '../engine/api-types.ts';
import { and, type Clause, term, toQuery } from '../query/clause.ts';
import { MODEL_FIELD, vectorField } from './vector-documents.ts';

/**
 * Finds the objects with the most similar vectors, among those that match: the engine compares only these, and all of them if they are
 * few.
 *
 * @param count at most 10,000
 */
export function nearestQuery(
  { model, vector }: NonNullable<SearchRequest['nearest']>,
  count: number,
  among: Clause,
): Query {
  const nearest = {
    vector: [...quantize(vector).bytes],
    k: count,
    filter: toQuery(and([among, term(MODEL_FIELD, model)])),
    ignore_unmapped: true, // no object has a vector of this length yet
  };
  return { knn: { [vectorField(vector.length)]: nearest } };
}

/** The cosine similarity that a score of `nearestQuery` stands for. */
export function similarityOf(score: number): number {
  return 2 * score - 1;
}
