import type { Embedder } from '../../../shared/repository/models/embedder.ts';
import type { VectorIndex } from '../../../shared/repository/store/object-store.ts';
import type { Statement } from './statements.ts';

/** Vectors of statements, and how they are compared. */
export type Meaning = {
  /** Vectors in the order of the statements; null for a statement without. */
  readonly vectorsOf: (statements: readonly Statement[], signal: AbortSignal) => Promise<Vectors>;
  /** How similar two texts of a field are: 0, as any two; 1, the same. */
  readonly similarity: (one: Float32Array, other: Float32Array) => number;
};

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
 * Prepares comparisons with a model.
 *
 * @param stored the vectors that the store has; null: it has none
 * @throws Problem of the model; the reason of `signal` once it is aborted
 */
export async function openMeaning(
  embedder: Embedder,
  stored: VectorIndex | null,
  signal: AbortSignal,
): Promise<Meaning> {
  const unrelated = await embedder.embed(UNRELATED, signal, 'document');
  const pairs = unrelated.flatMap((one, index) => unrelated.slice(index + 1).map((other) => dot(one, other)));
  const usual = Math.min(0.95, pairs.reduce((sum, each) => sum + each, 0) / (pairs.length || 1));

  return {
    async vectorsOf(statements, until) {
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
              until,
              'document',
            );
      for (const [index, { position }] of missing.entries()) vectors.set(position, made[index] ?? null);
      return statements.map((_statement, position) => vectors.get(position) ?? null);
    },
    similarity: (one, other) => Math.min(1, Math.max(0, (dot(one, other) - usual) / (1 - usual))),
  };
}

function dot(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0; // made by another model of the same name
  let product = 0;
  for (let index = 0; index < one.length; index++) product += (one[index] ?? 0) * (other[index] ?? 0);
  return product;
}
