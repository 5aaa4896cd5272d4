/** A model that turns texts into vectors, such that texts of similar meaning have vectors of similar direction. */
export type Embedder = {
  /** Name of the model. Vectors of models with different names cannot be compared. */
  readonly model: string;
  /**
   * Makes the vectors of texts, in order, each of length 1 (L2 norm).
   *
   * @throws Problem `model-unavailable` (503), `model-failed` (502), `model-timeout` (504); the reason of `signal` once it is aborted
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
};
