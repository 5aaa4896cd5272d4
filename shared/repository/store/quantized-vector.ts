/** A vector as signed bytes. With `scale`, its length is 1. */
export type Quantized = { readonly bytes: Int8Array; readonly scale: number };

/**
 * A byte for each number takes a quarter of the space and of the time to read it. The largest number of each vector is 127, since those
 * of a vector with 384 or more numbers are small.
 */
export function quantize(vector: Float32Array): Quantized {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = Int8Array.from(vector, (value) => Math.round((value / (largest || 1)) * 127));
  return { bytes, scale: scaleOf(bytes) };
}

/** The vector of length 1 that these bytes stand for. */
export function fromBytes(bytes: Int8Array, scale: number = scaleOf(bytes)): Float32Array {
  return Float32Array.from(bytes, (value) => value * scale);
}

function scaleOf(bytes: Int8Array): number {
  let squares = 0;
  for (const value of bytes) squares += value * value;
  return 1 / Math.sqrt(squares || 1);
}
