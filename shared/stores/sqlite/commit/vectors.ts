import type { DatabaseSync } from 'node:sqlite';
import { chunks } from '../../../base/concurrency/chunks.ts';
import type { ObjectKey, VectorIndex } from '../../../repository/store/object-store.ts';
import type { Writer } from './writer.ts';

/** The vector of an object for the writer's thread; null: the object has none. */
export type VectorInput = {
  readonly model: string;
  readonly key: ObjectKey;
  readonly writeId: string;
  readonly quantized: Quantized | null;
};

/** A vector as signed bytes. With `scale`, its length is 1. */
export type Quantized = { readonly bytes: Int8Array; readonly scale: number };

/** The steps of {@link VectorIndex}. */
export type VectorSteps = {
  /** Saves the vector of an object if it is still in that state. */
  saveVectors(input: VectorInput): void;
  /** Removes some vectors of other models. @returns whether there may be more to remove */
  forgetVectors(model: string): boolean;
};

/** Vectors in a transaction, which other writes wait for. */
const MAX_VECTORS = 100;

const MAX_FORGOTTEN = 2_000;

/**
 * A byte for each number takes a quarter of the space and of the time to read it. The largest number of each vector is 127, since those
 * of a vector with 384 or more numbers are small.
 */
export function quantize(vector: Float32Array): Quantized {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = Int8Array.from(vector, (value) => Math.round((value / (largest || 1)) * 127));
  let squares = 0;
  for (const value of bytes) squares += value * value;
  return { bytes, scale: 1 / Math.sqrt(squares || 1) };
}

/** The vectors in the file. */
export function openVectors(writer: Writer): VectorIndex {
  return {
    async save(model, updates) {
      const inputs = updates.map(({ key, writeId, vector }): VectorInput => {
        return { model, key, writeId, quantized: vector && quantize(vector) };
      });
      await writer.steps('saveVectors', chunks(inputs, MAX_VECTORS));
    },
    async forgetOthers(model) {
      while (await writer.step('forgetVectors', model));
    },
  };
}

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
