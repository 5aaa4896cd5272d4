import type { Embedder, TextKind } from './embedder.ts';
import { type Script, scriptOf, UNRELATED } from './unrelated-texts.ts';

/**
 * How similar the meanings of two texts are, from the cosine of their vectors: 0, hardly more than those of any two texts; about 0.8, the
 * same in other words; 1, the same.
 */
export type Similarity = (cosine: number) => number;

/** Standard deviations above the mean of unrelated texts up to which there is no similarity. With more, models lose some of their best results. */
const DEVIATIONS = 1;

/** Limit for models to which unrelated texts are almost the same. */
const MAX_UNRELATED = 0.95;

/** Texts of the same meaning in other words: how far they are from unrelated texts to equal ones, and their similarity. */
const SAME_MEANING = { part: 0.45, similarity: 0.8 };

/** A text that is compared with documents. */
export type ComparedText = { readonly text: string; readonly kind: TextKind };

/** A model whose measure of similarity is known. */
export type ComparingEmbedder = Embedder & {
  /** The measure for documents and texts like this one. The model is asked once for each kind and script. @throws Problem as `embed` does */
  readonly similarity: (compared: ComparedText, signal: AbortSignal) => Promise<Similarity>;
};

/** Adds the measure of similarity to a model. Models differ in how similar unrelated texts are to them. */
export function withSimilarity(embedder: Embedder): ComparingEmbedder {
  const known = new Map<string, Similarity>(); // no promises: in workers, a request must not wait for another one

  async function measure(kind: TextKind, script: Script, signal: AbortSignal): Promise<Similarity> {
    const unrelated = UNRELATED[script];
    const documents = await embedder.embed(unrelated, signal, 'document');
    const texts = kind === 'document' ? documents : await embedder.embed(unrelated, signal, kind);
    const cosines = texts.flatMap((text, index) =>
      documents.flatMap((document, other) => (index === other ? [] : [cosineOf(text, document)])),
    );
    return similarityAbove(Math.min(MAX_UNRELATED, mostOf(cosines)));
  }

  return {
    model: embedder.model,
    embed: (...given) => embedder.embed(...given),
    async similarity({ text, kind }, signal) {
      const script = scriptOf(text);
      const name = `${kind} ${script}`;
      const similarity = known.get(name) ?? (await measure(kind, script, signal));
      known.set(name, similarity);
      return similarity;
    },
  };
}

function similarityAbove(unrelated: number): Similarity {
  const { part: same, similarity } = SAME_MEANING;
  return (cosine) => {
    const part = Math.min(1, Math.max(0, (cosine - unrelated) / (1 - unrelated)));
    return part <= same ? (part / same) * similarity : similarity + ((part - same) / (1 - same)) * (1 - similarity);
  };
}

/** What one in six of these numbers exceeds, if they are distributed normally. */
function mostOf(numbers: readonly number[]): number {
  const mean = meanOf(numbers);
  return mean + DEVIATIONS * Math.sqrt(meanOf(numbers.map((each) => (each - mean) ** 2)));
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / (numbers.length || 1);
}

/** The cosine of the angle between two vectors of length 1. */
export function cosineOf(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return 0; // made by another model of the same name
  let product = 0;
  for (let index = 0; index < one.length; index++) product += (one[index] ?? 0) * (other[index] ?? 0);
  return product;
}
