import { type ComparingEmbedder, cosineOf } from '../../../shared/repository/models/similarity.ts';
import type { VectorIndex } from '../../../shared/repository/store/object-store.ts';
import type { Statement } from './statements.ts';

/** Vectors of statements, and how they are compared. */
export type Meaning = {
  /**
   * Vectors in the order of the statements; null for a statement without.
   *
   * @throws Problem of the model; the reason of `signal` once it is aborted
   */
  readonly vectorsOf: (statements: readonly Statement[], signal: AbortSignal) => Promise<Vectors>;
  /** How similar statements are to others, in their order. @throws as `vectorsOf` does */
  readonly similaritiesOf: (
    statements: readonly Statement[],
    signal: AbortSignal,
  ) => Promise<readonly VectorSimilarity[]>;
};

/** How similar the meanings of two texts are, by their vectors, as `Similarity` says. */
export type VectorSimilarity = (one: Float32Array, other: Float32Array) => number;

export type Vectors = readonly (Float32Array | null)[];

/** Statements whose vectors are not stored yet, and that are sent to the model during one request. */
const MAX_EMBEDDED = 2_000;

/**
 * Compares by a model.
 *
 * @param stored the vectors that the store has; null: it has none
 */
export function createMeaning(embedder: ComparingEmbedder, stored: VectorIndex | null): Meaning {
  return {
    async vectorsOf(statements, signal) {
      const keyed = statements.flatMap(({ key }, position) => (key === null ? [] : [{ key, position }]));
      const keys = keyed.map(({ key }) => key);
      const read = stored === null ? [] : await stored.read(embedder.model, keys);
      const vectors = new Map(keyed.map(({ position }, index) => [position, read[index] ?? null]));
      const missing = statements
        .map(({ text }, position) => ({ text, position }))
        .filter(({ text, position }) => text !== '' && (vectors.get(position) ?? null) === null)
        .slice(0, MAX_EMBEDDED);
      const made =
        missing.length === 0
          ? []
          : await embedder.embed(
              missing.map(({ text }) => text),
              signal,
              'document',
            );
      for (const [index, { position }] of missing.entries()) vectors.set(position, made[index] ?? null);
      return statements.map((_statement, position) => vectors.get(position) ?? null);
    },
    async similaritiesOf(statements, signal) {
      const similarities: VectorSimilarity[] = [];
      for (const { text } of statements) {
        const similarity = await embedder.similarity({ text, kind: 'document' }, signal);
        similarities.push((one, other) => similarity(cosineOf(one, other)));
      }
      return similarities;
    },
  };
}
