import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { expectedAuthorization } from './aws-signature.ts';
import { vectorOf } from './embedding-server.ts';

export const BEDROCK_REGION = 'eu-central-1';
export const BEDROCK_KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
export const BEDROCK_API_KEY = 'bedrock-api-key-example';

/** Bodies that the models accept (Amazon Bedrock User Guide: inference request parameters). */
const TITAN_V1 = z.strictObject({ inputText: z.string().min(1).max(50_000) });
const TITAN_V2 = z.strictObject({
  ...TITAN_V1.shape,
  dimensions: z.literal([256, 512, 1024]).optional(),
  normalize: z.boolean().optional(),
  embeddingTypes: z.array(z.enum(['float', 'binary'])).optional(),
});
const INPUT_TYPE = z.enum(['search_document', 'search_query', 'classification', 'clustering']);
const COHERE_V3 = z.strictObject({
  texts: z.array(z.string().max(2_048)).max(96),
  input_type: INPUT_TYPE,
  truncate: z.enum(['NONE', 'START', 'END']).optional(),
  embedding_types: z.array(z.string()).optional(),
});
const COHERE_V4 = z.strictObject({
  texts: z.array(z.string()).max(96),
  input_type: INPUT_TYPE,
  truncate: z.enum(['NONE', 'LEFT', 'RIGHT']).optional(),
  embedding_types: z.array(z.string()).optional(),
  output_dimension: z.literal([256, 512, 1024, 1536]).optional(),
  max_tokens: z.number().optional(),
});

/** What a model answers to a body. @throws ZodError for a body that it does not accept */
const MODELS: Readonly<Record<string, (body: unknown) => object>> = {
  'amazon.titan-embed-text-v1': (body) => titan(TITAN_V1.parse(body)),
  'amazon.titan-embed-text-v2:0': (body) => titan(TITAN_V2.parse(body)),
  'cohere.embed-multilingual-v3': (body) => {
    const { texts } = COHERE_V3.parse(body);
    return { id: 'x', response_type: 'embeddings_floats', texts, embeddings: texts.map(vectorOf) };
  },
  'eu.cohere.embed-v4:0': (body) => {
    const { texts } = COHERE_V4.parse(body);
    return { id: 'x', response_type: 'embeddings_by_type', texts, embeddings: { float: texts.map(vectorOf) } };
  },
};

function titan({ inputText }: { inputText: string }): object {
  return { embedding: vectorOf(inputText), inputTextTokenCount: 1 };
}

/** A stand-in for the runtime API of Amazon Bedrock, which checks signatures as the standard defines. */
export async function startBedrockServer() {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens at a port

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const respond = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const body = Buffer.concat(await request.toArray()).toString();
    const { method = '', url: path = '/', headers: given } = request;
    const url = new URL(path, `http://${given.host}`);
    const headers = new Headers(given as Record<string, string>);
    const authorization = headers.get('authorization');
    const expected = expectedAuthorization({ url, method, headers, body }, BEDROCK_KEYS, BEDROCK_REGION, 'bedrock');
    if (authorization !== `Bearer ${BEDROCK_API_KEY}` && authorization !== expected) {
      return respond(403, {
        message: 'The request signature we calculated does not match the signature you provided.',
      });
    }
    const model = MODELS[decodeURIComponent(/^\/model\/([^/]+)\/invoke$/.exec(url.pathname)?.[1] ?? '')];
    if (method !== 'POST' || model === undefined) {
      return respond(400, { message: 'The provided model identifier is invalid.' });
    }
    try {
      bodies.push(JSON.parse(body));
      respond(200, model(JSON.parse(body)));
    } catch (error) {
      respond(400, { message: `Malformed input request: ${String(error)}` });
    }
  }

  return {
    /** Value of EMBEDDING_ENDPOINT; its name leads here for who resolves it to 127.0.0.1. */
    endpoint: `http://bedrock-runtime.${BEDROCK_REGION}.amazonaws.com:${port}`,
    /** Accepted bodies. */
    bodies,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
