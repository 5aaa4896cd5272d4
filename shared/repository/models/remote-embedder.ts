import * as z from 'zod/mini';
import { chunksBySize } from '../../base/concurrency/chunks.ts';
import type { ModelServer } from '../../base/config/model-server.ts';
import type { OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import { type Embedder, TEXT_BATCH } from './embedder.ts';
import { acceptedBody, unitVectors, VECTOR } from './embedding-answer.ts';
import { createModelRequest } from './model-request.ts';

const OPENAI = z.object({ data: z.array(z.object({ index: z.int(), embedding: VECTOR })) });
const OLLAMA = z.object({ embeddings: z.array(VECTOR) });

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
    const body = acceptedBody(response);
    return unitVectors(api === 'openai' ? inOrder(body) : z.safeParse(OLLAMA, body).data?.embeddings, texts.length);
  }

  return {
    model,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (const some of chunksBySize(texts, ({ length }) => length, TEXT_BATCH)) {
        vectors.push(...(await embedSome(some, signal)));
      }
      return vectors;
    },
  };
}

function inOrder(body: unknown): readonly (readonly number[])[] | undefined {
  const answer = z.safeParse(OPENAI, body);
  return answer.data?.data.toSorted((one, other) => one.index - other.index).map(({ embedding }) => embedding);
}
