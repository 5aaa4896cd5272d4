import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { PlatformParts } from '../group.ts';
import type { RunningCalls } from './cancellation.ts';
import type { McpContext, McpSession } from './context.ts';
import { argumentsOf, type Message } from './message.ts';
import type { CallerApi } from './own-api.ts';
import { openRepository } from './repository.ts';
import type { Exchange, Served } from './server.ts';
import { DEFAULT_TOOLSETS, type Toolsets } from './tools/toolsets.ts';

/** The parts that all requests of a process share. */
export type McpService = {
  readonly platform: Pick<PlatformParts, 'call' | 'admitSubscriber'>;
  readonly served: () => Promise<Served>;
  readonly running: RunningCalls;
};

/** One request, with the dependencies of answering it. */
export type McpRequest = {
  readonly ctx: McpContext;
  readonly call: Call;
  readonly message: Message;
  readonly service: McpService;
  readonly api: CallerApi;
  /** Whether the response is a stream with notifications about the progress. */
  readonly wantsProgress: boolean;
};

/** The dependencies of answering the message of a request. */
export function exchangeOf(
  { ctx, call, message, api, wantsProgress }: McpRequest,
  { toolsets, revision }: Pick<Exchange, 'toolsets' | 'revision'>,
  begin: Exchange['begin'],
): Exchange {
  const repository = openRepository(api, ctx.config.bases);
  return { api, repository, toolsets, revision, begin, wantsProgress, log: call.log, input: argumentsOf(message) };
}

/** The toolsets that were requested, or else the configured ones. */
export function toolsetsOf({ config }: McpContext, requested: McpSession['toolsets']): Toolsets {
  const names = requested ?? config.mcpToolsets;
  return names === null ? DEFAULT_TOOLSETS : { names, extra: [] };
}

/** Converts a response of the SDK into an answer. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status } = response;
  const headers = { 'cache-control': 'no-store', ...Object.fromEntries(response.headers) };
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  return { status, headers, body: isStream ? response.body : new Uint8Array(await response.arrayBuffer()) };
}
