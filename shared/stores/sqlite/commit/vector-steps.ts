import type { DatabaseSync } from 'node:sqlite';
import type { ObjectKey } from '../../../repository/store/object-store.ts';
import type { Quantized } from '../../../repository/store/quantized-vector.ts';

/** The vector of an object for the writer's thread; null: the object has none. */
export type VectorInput = {
  readonly model: string;
  readonly key: ObjectKey;
  readonly writeId: string;
  readonly quantized: Quantized | null;
};

/** The steps of {@link VectorIndex}. */
export type VectorSteps = {
  /** Saves the vector of an object if it is still in that state. */
  saveVectors(input: VectorInput): void;
  /** Removes some vectors of other models. @returns whether there may be more to remove */
  forgetVectors(model: string): boolean;
};

const MAX_FORGOTTEN = 2_000;

/** @param db connection of the writer's thread */
export function openVectorSteps(db: DatabaseSync): VectorSteps {
  const save = db.prepare(
    `INSERT OR REPLACE INTO vectors (doc, model, scale, vector)
     SELECT doc, ?, ?, ? FROM objects WHERE key = ? AND write_id = ?`,
  );
  const remove = db.prepare('DELETE FROM vectors WHERE doc = (SELECT doc FROM objects WHERE key = ? AND write_id = ?)');
  const forget = db.prepare('DELETE FROM vectors WHERE doc IN (SELECT doc FROM vectors WHERE model <> ? LIMIT ?)');
  return {
    saveVectors({ model, key, writeId, quantized }) {
      if (quantized === null) remove.run(key, writeId);
      else save.run(model, quantized.scale, quantized.bytes, key, writeId);
    },
    forgetVectors: (model) => forget.run(model, MAX_FORGOTTEN).changes === MAX_FORGOTTEN,
  };
}
