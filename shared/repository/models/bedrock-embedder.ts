import * as z from 'zod/mini';
import { type AwsCredentialProvider, createSignedFetch } from '../../base/aws/signed-fetch.ts';
import { chunksBySize } from '../../base/concurrency/chunks.ts';
import { mapLimit } from '../../base/concurrency/map-limit.ts';
import { ConfigurationError } from '../../base/config/formats.ts';
import type { ModelServer } from '../../base/config/model-server.ts';
import { Problem } from '../../base/errors/problem.ts';
import type { OutboundSend } from '../../base/outbound/outbound-fetch.ts';
import type { JsonObject } from '../linked-data/json.ts';
import { type Embedder, TEXT_BATCH, type TextKind } from './embedder.ts';
import { acceptedBody, unitVectors, VECTOR } from './embedding-answer.ts';
import { createModelRequest } from './model-request.ts';

/** How requests are signed. */
type BedrockSigning = { readonly region: string; readonly credentials: AwsCredentialProvider };

/** How the models of one provider are called: Bedrock passes on their own formats. */
type Format = {
  /** Texts of one request. */
  readonly maxItems: number;
  readonly request: (texts: readonly string[], kind: TextKind) => JsonObject;
  readonly answer: (body: JsonObject) => readonly (readonly number[])[] | undefined;
};

/** Requests at a time: models that take one text in each would be slow otherwise, and accounts have a limit of requests per minute. */
const CONCURRENCY = 4;

const TITAN_ANSWER = z.object({ embedding: VECTOR });

/** Amazon Titan Text Embeddings. Without `dimensions`, vectors have the number of the model, and the first generation has no other. */
const TITAN: Format = {
  maxItems: 1,
  request: ([inputText = '']) => ({ inputText }),
  answer(body) {
    const { data } = z.safeParse(TITAN_ANSWER, body);
    return data && [data.embedding];
  },
};

const COHERE_ANSWER = z.object({ embeddings: z.union([z.array(VECTOR), z.object({ float: z.array(VECTOR) })]) });

/** Characters of a text that version 3 of Cohere Embed accepts; of those, it cuts what is beyond its tokens. */
const COHERE_3_CHARACTERS = 2_048;

function cohere(model: string): Format {
  const isThird = /-v3\b/.test(model);
  return {
    maxItems: TEXT_BATCH.maxItems,
    request: (texts, kind) => ({
      texts: isThird ? texts.map((text) => text.slice(0, COHERE_3_CHARACTERS).toWellFormed()) : [...texts],
      input_type: `search_${kind}`,
      ...(isThird && { truncate: 'END' }),
    }),
    answer(body) {
      const embeddings = z.safeParse(COHERE_ANSWER, body).data?.embeddings;
      return embeddings === undefined || Array.isArray(embeddings) ? embeddings : embeddings.float;
    },
  };
}

/** @throws ConfigurationError for other models */
function formatOf(model: string): Format {
  if (/\bamazon\.titan-embed-(?:text|g1)/.test(model)) return TITAN;
  if (/\bcohere\.embed-/.test(model)) return cohere(model);
  throw new ConfigurationError(
    `EMBEDDING_MODEL is "${model}": of Amazon Bedrock, models such as amazon.titan-embed-text-v2:0 and cohere.embed-multilingual-v3 can be used.`,
  );
}

/**
 * An embedding model of Amazon Bedrock (`InvokeModel`).
 *
 * @param signing null: requests have the key of the server, one of Bedrock's API keys
 * @throws ConfigurationError for a model that this service cannot call
 */
export function createBedrockEmbedder(
  server: ModelServer,
  signing: BedrockSigning | null,
  openSend: () => Promise<OutboundSend>,
): Embedder {
  const { model } = server;
  const format = formatOf(model);
  const path = `/model/${encodeURIComponent(model)}/invoke`;
  const request =
    signing === null
      ? createModelRequest(server, openSend)
      : createModelRequest({ ...server, apiKey: null }, openSend, (fetch) => {
          return createSignedFetch({
            service: 'bedrock',
            region: signing.region,
            credentials: () => signing.credentials().catch(noKeys),
            fetch,
          });
        });

  return {
    model,
    async embed(texts, signal, kind) {
      const batches = [...chunksBySize(texts, ({ length }) => length, { ...TEXT_BATCH, maxItems: format.maxItems })];
      const made = await mapLimit(batches, CONCURRENCY, async (some) => {
        const response = await request(path, format.request(some, kind), signal);
        return unitVectors(format.answer(acceptedBody(response)), some.length);
      });
      return made.flat();
    },
  };
}

function noKeys(cause: unknown): never {
  throw new Problem(
    'model-unavailable',
    'The requests to the model cannot be signed: AWS gives no keys.',
    {},
    { cause },
  );
}
