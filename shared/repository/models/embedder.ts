/** What a text is: some models turn queries and the documents that they look for into vectors in different ways. */
export type TextKind = 'document' | 'query';

/** A model that turns texts into vectors, such that texts of similar meaning have vectors of similar direction. */
export type Embedder = {
  /** Name of the model. Vectors of models with different names cannot be compared. */
  readonly model: string;
  /**
   * Makes the vectors of texts, in order, each of length 1 (L2 norm).
   *
   * @throws Problem `model-unavailable` (503), `model-failed` (502), `model-timeout` (504); the reason of `signal` once it is aborted
   */
  embed(texts: readonly string[], signal: AbortSignal, kind: TextKind): Promise<readonly Float32Array[]>;
};

/**
 * Limits of the texts of one request to a server, in characters. Servers accept more, but most calculate one request after the other, and a
 * search should not have to wait for long.
 */
export const TEXT_BATCH = { maxItems: 32, maxSize: 8_000 };
