import * as z from 'zod/mini';
import type { ModelServer } from '../../base/config/model-server.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import type { Embedder } from './embedder.ts';
import { createModelRequest, notAnAnswer } from './model-request.ts';

/** Numbers that JSON cannot express, such as NaN, arrive as null. */
const VECTOR = z.array(z.number()).check(z.minLength(1), z.maxLength(8_192));

const OPENAI = z.object({ data: z.array(z.object({ index: z.int(), embedding: VECTOR })) });
const OLLAMA = z.object({ embeddings: z.array(VECTOR) });

/** Texts in one call: the answer for them, at 3,072 numbers each, is within the limits of `createModelRequest`. */
const MAX_TEXTS = 32;

/** The server refuses the text itself with one of these, for example because it is too long. */
const TEXT_REFUSED = new Set([400, 413, 422]);

/**
 * A model on a server, with the OpenAI-compatible API (`/embeddings`) or that of Ollama (`/api/embed`). A text that the server refuses is
 * `model-failed`; everything else that it refuses, such as the name of the model, is `model-unavailable`.
 */
export function createRemoteEmbedder(server: ModelServer, openSend: () => Promise<OutboundSend>): Embedder {
  const { api, model } = server;
  const request = createModelRequest(server, openSend);

  async function embedSome(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const response = await (api === 'openai'
      ? request('/embeddings', { model, input: [...texts], encoding_format: 'float' }, signal)
      : request('/api/embed', { model, input: [...texts], truncate: true }, signal));
    if (response.status === 'refused') throw refused(response.httpStatus);
    const vectors = api === 'openai' ? inOrder(response.body) : z.safeParse(OLLAMA, response.body).data?.embeddings;
    if (vectors?.length !== texts.length) throw notAnAnswer();
    return vectors.map(unitVector);
  }

  return {
    model,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += MAX_TEXTS) {
        vectors.push(...(await embedSome(texts.slice(from, from + MAX_TEXTS), signal)));
      }
      if (vectors.some(({ length }) => length !== vectors[0]?.length)) throw notAnAnswer();
      return vectors;
    },
  };
}

function inOrder(body: unknown): readonly (readonly number[])[] | undefined {
  const answer = z.safeParse(OPENAI, body);
  return answer.data?.data.toSorted((one, other) => one.index - other.index).map(({ embedding }) => embedding);
}

function refused(httpStatus: number): Problem {
  const detail = `The server of the model refuses the request with status ${httpStatus}.`;
  return new Problem(TEXT_REFUSED.has(httpStatus) ? 'model-failed' : 'model-unavailable', detail);
}

/** @throws Problem `model-failed` (502) for a vector without a direction */
function unitVector(given: readonly number[]): Float32Array {
  const norm = Math.hypot(...given);
  if (!Number.isFinite(norm) || norm === 0) throw notAnAnswer();
  return Float32Array.from(given, (value) => value / norm);
}
