import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The task of a model, recognized by the members of the requested answer. */
export type Task = 'framework' | 'competencies' | 'statements' | 'alignments';

/** A call that the stand-in received. */
export type ModelCall = {
  readonly api: 'ollama' | 'openai';
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly format?: unknown;
    readonly response_format?: { readonly type: string; readonly schema?: unknown };
    readonly [name: string]: unknown;
  };
  readonly instructions: string;
  /** The message of the user, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: looked into member by member
  readonly data: any;
  readonly task: Task;
  /** Aborted when the client closes before it has the answer. */
  readonly closed: AbortSignal;
};

/** The reply of the stand-in to a call. */
export type Reply =
  /** The model writes this value, or this text, and the server reports how many tokens it used, or that their limit ended the text. */
  | { readonly json: unknown; readonly tokens?: number }
  | { readonly text: string; readonly isCut?: boolean }
  /** The server refuses. */
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** The server sends an answer that its API does not define. */
  | { readonly raw: string }
  /** No answer arrives, only a part of it arrives, or the connection is closed in the middle. */
  | 'stall'
  | 'stall-in-body'
  | 'cut-off';

export type Replies = (call: ModelCall) => Reply | Promise<Reply>;

/** A stand-in for the server of a language model, which speaks both APIs. */
export type ModelServer = {
  /** Values of LLM_ENDPOINT. */
  readonly ollama: string;
  readonly openai: string;
  /** The calls since {@link ModelServer.reply} was last called. */
  readonly calls: readonly ModelCall[];
  /** Decides on the answers from now on. */
  readonly reply: (replies: Replies) => void;
  readonly stop: () => Promise<void>;
};

/** Settings of a service that uses a stand-in as its language model. */
export function modelSettings({ ollama }: Pick<ModelServer, 'ollama'>): Record<string, string> {
  return { LLM_ENDPOINT: ollama, LLM_MODEL: 'stand-in:1b', LLM_RATE_LIMIT: '100000' };
}

/** Starts a stand-in on a free port of loopback. It drafts sensible competencies until {@link ModelServer.reply} is called. */
export async function startModelServer(): Promise<ModelServer> {
  let calls: ModelCall[] = [];
  let replies: Replies = sensible;
  const server = createServer((request, response) => {
    void answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens at a port

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const api = apiOf(request.url ?? '');
    if (api === null) return void response.writeHead(404).end('{"error":"no such route"}');
    const closed = new AbortController();
    response.on('close', () => {
      if (!response.writableFinished) closed.abort();
    });
    const call = callOf(api, request.headers.authorization, await textOf(request), closed.signal);
    calls.push(call);
    send(response, call, await replies(call));
  }

  return {
    ollama: `http://127.0.0.1:${port}`,
    openai: `http://127.0.0.1:${port}/v1`,
    get calls() {
      return calls;
    },
    reply(next) {
      calls = [];
      replies = next;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** As many competencies as requested, different for every request, with the first sentences of a text as their sources. */
export function sensible({ task, data }: ModelCall): Reply {
  if (task === 'statements') return { json: { statements: data.text.slice(0, 3) } };
  if (task === 'alignments') {
    const alignments = data.cases.map((one: { source: { id: string }; candidates: readonly { id: string }[] }) => ({
      source: one.source.id,
      target: one.candidates[0]?.id,
      type: 'isEquivalentTo',
      confidence: 0.9,
      reason: 'Both say the same.',
    }));
    return { json: { alignments } };
  }
  const place = (data.path ?? []).map((name: string) => name.replace(/^Perform /, '')).at(-1) ?? 'step';
  const competencies = Array.from({ length: data.count }, (_, index) => ({
    name: `Perform ${place}-${WORDS[index]}`,
    description: `What ${place} takes.`,
    ...(data.text && { source: data.text[index % data.text.length] }),
  }));
  return { json: task === 'framework' ? { description: `About ${data.topic}.`, competencies } : { competencies } };
}

const WORDS = 'alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima'.split(' ');

function apiOf(path: string): ModelCall['api'] | null {
  if (path === '/api/chat') return 'ollama';
  return path === '/v1/chat/completions' ? 'openai' : null;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function callOf(
  api: ModelCall['api'],
  authorization: string | undefined,
  text: string,
  closed: AbortSignal,
): ModelCall {
  const body = JSON.parse(text);
  const [{ content: instructions }, { content }] = body.messages;
  return { api, authorization, body, instructions, data: JSON.parse(content), task: taskOf(instructions), closed };
}

function taskOf(instructions: string): Task {
  if (instructions.includes('find alignments')) return 'alignments';
  if (instructions.includes('`statements`')) return 'statements';
  return instructions.includes('top level of a framework for') ? 'framework' : 'competencies';
}

function send(response: ServerResponse, { api, body, instructions, data }: ModelCall, reply: Reply): void {
  const head = { 'content-type': 'application/json' };
  if (reply === 'stall') return;
  if (reply === 'stall-in-body' || reply === 'cut-off') {
    response.writeHead(200, head).write('{"message":{"content":"{');
    if (reply === 'cut-off') setImmediate(() => response.destroy());
    return;
  }
  if ('raw' in reply) return void response.writeHead(200, { 'content-type': 'text/html' }).end(reply.raw);
  if ('status' in reply) {
    response.writeHead(reply.status, { ...head, ...reply.headers }).end(JSON.stringify(reply.body ?? {}));
    return;
  }
  const content = 'text' in reply ? reply.text : JSON.stringify(reply.json);
  const counted = 'tokens' in reply ? reply.tokens : undefined;
  const [input, output] = [counted ?? tokens(instructions + JSON.stringify(data)), counted ?? tokens(content)];
  const message = { role: 'assistant', content };
  const end = 'isCut' in reply && reply.isCut ? 'length' : 'stop';
  const answer =
    api === 'ollama'
      ? { model: body.model, message, done: true, done_reason: end, prompt_eval_count: input, eval_count: output }
      : {
          object: 'chat.completion',
          model: body.model,
          choices: [{ index: 0, message, finish_reason: end }],
          usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
        };
  response.writeHead(200, head).end(JSON.stringify(answer));
}

function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
