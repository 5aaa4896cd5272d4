import type { DatabaseSync } from 'node:sqlite';
import { chunks } from '../../../base/concurrency/chunks.ts';
import { nextTask } from '../../../base/concurrency/slices.ts';
import type { VectorIndex } from '../../../repository/store/object-store.ts';
import { fromBytes, quantize } from '../../../repository/store/quantized-vector.ts';
import type { Read } from '../engine/read.ts';
import { number } from '../rows.ts';
import type { VectorInput } from './vector-steps.ts';
import type { Writer } from './writer.ts';

/** Vectors in a transaction, which other writes wait for. */
const MAX_VECTORS = 100;

/** Vectors read before other tasks run. */
const READ_CHUNK_SIZE = 200;

/** The vectors in the file. */
export function openVectors(db: DatabaseSync, read: Read, writer: Writer): VectorIndex {
  const vectorsOf = db.prepare(
    `SELECT v.scale, v.vector FROM json_each(?) j LEFT JOIN objects o ON o.key = j.value
     LEFT JOIN vectors v ON v.doc = o.doc AND v.model = ? ORDER BY j.key`,
  );
  return {
    async read(model, keys) {
      const vectors: (Float32Array | null)[] = [];
      for (const chunk of chunks(keys, READ_CHUNK_SIZE)) {
        if (vectors.length > 0) await nextTask();
        vectors.push(
          ...(await read(() =>
            vectorsOf.all(JSON.stringify(chunk), model).map((row) => {
              if (!(row.vector instanceof Uint8Array)) return null;
              return fromBytes(new Int8Array(row.vector), number(row, 'scale'));
            }),
          )),
        );
      }
      return vectors;
    },
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
