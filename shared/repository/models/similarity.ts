import type { Embedder, TextKind } from './embedder.ts';

/** How similar the meanings of two texts are, from the cosine of their vectors: 0, as those of any two; 1, the same. */
export type Similarity = (cosine: number) => number;

/** Texts that have nothing to do with each other. */
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

/** Limit for models to which unrelated texts are almost the same. */
const MAX_USUAL = 0.95;

/** A model whose measure of similarity is known. */
export type ComparingEmbedder = Embedder & {
  /**
   * The measure for texts of a kind and documents, for which the model is asked once.
   *
   * @throws Problem as `embed` does
   */
  readonly similarity: (kind: TextKind, signal: AbortSignal) => Promise<Similarity>;
};

/** Adds the measure of similarity to a model. Models differ in how similar unrelated texts are to them. */
export function withSimilarity(embedder: Embedder): ComparingEmbedder {
  const known = new Map<TextKind, Similarity>(); // no promises: in workers, a request must not wait for another one

  async function measure(kind: TextKind, signal: AbortSignal): Promise<Similarity> {
    const documents = await embedder.embed(UNRELATED, signal, 'document');
    const texts = kind === 'document' ? documents : await embedder.embed(UNRELATED, signal, kind);
    const cosines = texts.flatMap((text, index) =>
      documents.flatMap((document, other) => (index === other ? [] : [cosineOf(text, document)])),
    );
    const usual = Math.min(MAX_USUAL, cosines.reduce((sum, each) => sum + each, 0) / (cosines.length || 1));
    return (cosine) => Math.min(1, Math.max(0, (cosine - usual) / (1 - usual)));
  }

  return {
    model: embedder.model,
    embed: (...given) => embedder.embed(...given),
    async similarity(kind, signal) {
      const similarity = known.get(kind) ?? (await measure(kind, signal));
      known.set(kind, similarity);
      return similarity;
    },
  };
}

/** The cosine of the angle between two vectors of length 1. */
export function cosineOf(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0; // made by another model of the same name
  let product = 0;
  for (let index = 0; index < one.length; index++) product += (one[index] ?? 0) * (other[index] ?? 0);
  return product;
}
