import { chunks } from '../../../base/concurrency/chunks.ts';
import type { VectorIndex } from '../../../repository/store/object-store.ts';
import type { Quantized, VectorInput } from './vector-steps.ts';
import type { Writer } from './writer.ts';

/** Vectors in a transaction, which other writes wait for. */
const MAX_VECTORS = 100;

/**
 * A byte for each number takes a quarter of the space and of the time to read it. The largest number of each vector is 127, since those
 * of a vector with 384 or more numbers are small.
 */
function quantize(vector: Float32Array): Quantized {
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
