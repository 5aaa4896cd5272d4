import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenize } from '../../shared/repository/search/tokenizer.ts';

/** The reply to a call with these texts: vectors, a status with a body, or none until the client closes. */
export type EmbeddingReply =
  | { readonly vectors: readonly (readonly (number | null)[])[] }
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'stall';

export type EmbeddingCall = {
  readonly api: 'ollama' | 'openai';
  readonly authorization: string | undefined;
  readonly model: string;
  readonly texts: readonly string[];
};

/** A stand-in for the server of an embedding model, with both APIs. */
export type EmbeddingServer = {
  /** Values of EMBEDDING_ENDPOINT. */
  readonly ollama: string;
  readonly openai: string;
  /** The calls since {@link EmbeddingServer.reply} was last called. */
  readonly calls: readonly EmbeddingCall[];
  /** Decides on the replies from now on; without an argument, {@link vectorOf} does. */
  readonly reply: (reply?: (call: EmbeddingCall) => EmbeddingReply) => void;
  readonly stop: () => Promise<void>;
};

const DIMENSIONS = 64;

/** Words that the stand-in knows to mean the same. */
const MEANINGS = [
  ['read', 'reads', 'interpret', 'interprets', 'understand', 'lesen'],
  ['technical', 'engineering', 'technische'],
  ['drawing', 'drawings', 'schematic', 'schematics', 'zeichnung', 'zeichnungen'],
  ['mend', 'repair', 'repairs', 'fix', 'flicken'],
  ['puncture', 'tyre', 'tube', 'reifen'],
];

/** The vector of a text: an axis for each meaning, and one of the others for any other word. */
export function vectorOf(text: string): readonly number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0.01);
  for (const word of tokenize(text)) {
    const known = MEANINGS.findIndex((words) => words.includes(word));
    const axis = known === -1 ? MEANINGS.length + (hash(word) % (DIMENSIONS - MEANINGS.length)) : known;
    vector[axis] = (vector[axis] ?? 0) + (known === -1 ? 0.3 : 1);
  }
  return vector;
}

function hash(word: string): number {
  let value = 7;
  for (const character of word) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return value;
}

/** Starts a stand-in on a free port of loopback. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const usual = ({ texts }: EmbeddingCall): EmbeddingReply => ({ vectors: texts.map(vectorOf) });
  let calls: EmbeddingCall[] = [];
  let replyTo = usual;
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens at a port

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const api = { '/api/embed': 'ollama', '/v1/embeddings': 'openai' } as const;
    const called = api[request.url as keyof typeof api]; // undefined for any other address
    if (called === undefined) return void response.writeHead(404).end();
    const { model, input } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const call = { api: called, authorization: request.headers.authorization, model, texts: input };
    calls.push(call);
    const reply = replyTo(call);
    if (reply === 'stall') return;
    if ('status' in reply) return void response.writeHead(reply.status, reply.headers).end(reply.body ?? '{}');
    const { vectors } = reply;
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse();
    const body = called === 'openai' ? { object: 'list', data, model } : { model, embeddings: vectors };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  return {
    ollama: `http://127.0.0.1:${port}`,
    openai: `http://127.0.0.1:${port}/v1`,
    get calls() {
      return calls;
    },
    reply(next = usual) {
      calls = [];
      replyTo = next;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
