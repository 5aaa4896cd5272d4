import { createCarriedVectors } from './carried-vectors.ts';
import { nearestQuery, similarityOf } from './nearest.ts';
import { hasVectorSearch, layoutsWithVectors } from './vector-fields.ts';
import { openVectorIndex } from './vector-index.ts';

/** What the store does with vectors. Loaded only where a model is configured: functions do without its code. */
export const VECTORS = {
  createCarriedVectors,
  hasVectorSearch,
  layoutsWithVectors,
  nearestQuery,
  openVectorIndex,
  similarityOf,
};
