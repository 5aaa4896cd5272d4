import * as z from 'zod/mini';
import { Problem } from '../../base/errors/problem.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { type ModelResponse, notAnAnswer } from './model-request.ts';

/** A vector in an answer. Numbers that JSON cannot express, such as NaN, arrive as null. */
export const VECTOR = z.array(z.number()).check(z.minLength(1), z.maxLength(8_192));

/** The server refuses the text itself with one of these, for example because it is too long. */
const TEXT_REFUSED = new Set([400, 413, 422]);

/**
 * The body of an answer to texts.
 *
 * @throws Problem `model-failed` (502) if the server refuses the texts; `model-unavailable` (503) for everything else that it refuses,
 *   such as the name of the model
 */
export function acceptedBody(response: ModelResponse): JsonObject {
  if (response.status === 'ok') return response.body;
  const detail = `The server of the model refuses the request with status ${response.httpStatus}.`;
  throw new Problem(TEXT_REFUSED.has(response.httpStatus) ? 'model-failed' : 'model-unavailable', detail);
}

/**
 * The vectors of an answer, each of length 1 (L2 norm).
 *
 * @param given undefined: the answer has another form
 * @param expected number of texts that were sent
 * @throws Problem `model-failed` (502) for another number of vectors, vectors of different sizes, and one without a direction
 */
export function unitVectors(given: readonly (readonly number[])[] | undefined, expected: number): Float32Array[] {
  if (given?.length !== expected || given.some(({ length }) => length !== given[0]?.length)) throw notAnAnswer();
  return given.map(unitVector);
}

function unitVector(given: readonly number[]): Float32Array {
  const norm = Math.hypot(...given);
  if (!Number.isFinite(norm) || norm === 0) throw notAnAnswer();
  return Float32Array.from(given, (value) => value / norm);
}
