import { createPromiseCache } from '../../../shared/base/concurrency/promise-cache.ts';
import type { Embedder } from '../../../shared/repository/models/embedder.ts';
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
  /** Measures similarity as is usual for the model. @throws Problem of the model */
  readonly similarity: () => Promise<Similarity>;
};

/** How similar two texts are, by their vectors: 0, as any two; 1, the same. */
export type Similarity = (one: Float32Array, other: Float32Array) => number;

export type Vectors = readonly (Float32Array | null)[];

/** Statements whose vectors are not stored yet, and that are sent to the model during one request. */
const MAX_EMBEDDED = 2_000;

/** Statements that have nothing to do with each other. Models differ in how similar the vectors of such texts are. */
const UNRELATED = [
  'Bake bread and rolls',
  'Solve systems of linear equations',
  'Repair the brakes of a bicycle',
  'Explain the causes of the French Revolution',
  'Care for patients with diabetes',
  'Play the violin in an orchestra',
  'Configure the firewall of a network',
  'Drive a forklift truck',
];

/**
 * Compares by a model, which is asked once how similar unrelated texts are to it.
 *
 * @param stored the vectors that the store has; null: it has none
 */
export function createMeaning(embedder: Embedder, stored: VectorIndex | null): Meaning {
  const similarities = createPromiseCache<'similarity', Similarity>();

  async function measure(): Promise<Similarity> {
    const unrelated = await embedder.embed(UNRELATED, new AbortController().signal, 'document');
    const pairs = unrelated.flatMap((one, index) => unrelated.slice(index + 1).map((other) => dot(one, other)));
    const usual = Math.min(0.95, pairs.reduce((sum, each) => sum + each, 0) / (pairs.length || 1));
    return (one, other) => Math.min(1, Math.max(0, (dot(one, other) - usual) / (1 - usual)));
  }

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
    similarity: () => similarities('similarity', measure),
  };
}

function dot(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0; // made by another model of the same name
  let product = 0;
  for (let index = 0; index < one.length; index++) product += (one[index] ?? 0) * (other[index] ?? 0);
  return product;
}
