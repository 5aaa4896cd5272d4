import * as z from 'zod/mini';
import { decodeBase64, encodeBase64 } from '../../../base/crypto/base64.ts';
import { fromBytes, quantize } from '../../../repository/store/quantized-vector.ts';
import type { MappedField } from '../engine/api-types.ts';
import type { DocumentSource, EngineDocument } from '../engine/engine.ts';

/*
 * The vector of an object has a document of its own in the `objects` index, beside the head: it is made after the object, and outlives
 * every search copy. The search copy carries it in a field for its number of dimensions, because a mapping needs that number.
 */

const VECTOR = z.lazy(() => z.object({ kind: z.literal('vector'), model: z.string(), bytes: z.string() }));

/** The vector of an object, as it is stored. */
export type StoredVector = { readonly model: string; readonly bytes: Int8Array };

export function idOfVector(key: string): string {
  return `${key}.vector`;
}

export function toVectorBody(key: string, model: string, vector: Float32Array): DocumentSource {
  const { bytes } = quantize(vector);
  return { kind: 'vector', key, model, bytes: encodeBase64(new Uint8Array(bytes.buffer)) };
}

/** @throws Error for a document that this store did not write */
export function toStoredVector({ source }: EngineDocument): StoredVector {
  const { model, bytes } = z.parse(VECTOR, source);
  const decoded = decodeBase64(bytes);
  if (decoded === null) throw new Error('The document of a vector is damaged.');
  return { model, bytes: new Int8Array(decoded.buffer) };
}

/** The vector, of length 1. */
export function toVector({ bytes }: StoredVector): Float32Array {
  return fromBytes(bytes);
}

/** The field of a search copy with the name of the model that made its vector. */
export const MODEL_FIELD = 'vectorModel';

/** The field of a search copy with its vector, if that has this number of dimensions. */
export function vectorField(dimensions: number): string {
  return `vector_${dimensions}`;
}

/** The members of a search copy that carry a vector. */
export function vectorMembers({ model, bytes }: StoredVector): DocumentSource {
  return { [MODEL_FIELD]: model, [vectorField(bytes.length)]: [...bytes] };
}

/** The mappings of these members. */
export function vectorMappings(dimensions: number): Record<string, MappedField> {
  const method = { name: 'hnsw', engine: 'lucene', space_type: 'cosinesimil' };
  return {
    [MODEL_FIELD]: { type: 'keyword' },
    [vectorField(dimensions)]: { type: 'knn_vector', dimension: dimensions, data_type: 'byte', method },
  };
}
