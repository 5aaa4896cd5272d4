import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { PlatformParts } from '../group.ts';
import type { RunningCalls } from './cancellation.ts';
import type { McpContext, Session } from './context.ts';
import { argumentsOf, type Body } from './message.ts';
import type { CallerApi } from './own-api.ts';
import type { RawJson } from './raw-json.ts';
import { openRepository } from './repository.ts';
import type { Exchange, Served } from './server.ts';
import type { SharedServer } from './shared-server.ts';
import type { Era } from './tools/catalog.ts';
import { DEFAULT_TOOLSETS, type Toolsets } from './tools/toolsets.ts';

/** The parts that all requests of a process share. */
export type McpService = {
  readonly platform: Pick<PlatformParts, 'call' | 'admitSubscriber'>;
  readonly served: () => Promise<Served>;
  readonly shared: (era: Era) => Promise<SharedServer>;
  readonly running: RunningCalls;
};

/** One request, with all that answering it needs. */
export type McpRequest = {
  readonly ctx: McpContext;
  readonly call: Call;
  readonly body: Body;
  readonly service: McpService;
  readonly api: CallerApi;
  readonly raw: RawJson;
  /** Whether the answer is a stream, with notifications about its progress. */
  readonly wantsProgress: boolean;
};

/** What the messages of a request are answered with. */
export function exchangeOf(
  { ctx, call, body, api, raw }: McpRequest,
  { toolsets, revision }: Pick<Exchange, 'toolsets' | 'revision'>,
  begin: Exchange['begin'],
): Exchange {
  const repository = openRepository(api, ctx.config.bases);
  return { api, repository, toolsets, revision, raw, begin, log: call.log, inputOf: (id) => argumentsOf(body, id) };
}

/** The toolsets that were requested, or else those of the configuration. */
export function toolsetsOf({ config }: McpContext, requested: Session['toolsets']): Toolsets {
  const names = requested ?? config.mcpToolsets;
  return names === null ? DEFAULT_TOOLSETS : { names, extra: [] };
}

/** Whether the SDK answers with a stream. */
export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

/** What the SDK answers, with the long texts in it. */
export async function answerOf(response: Response, { fill }: RawJson): Promise<Answer> {
  const { status } = response;
  const headers = { 'cache-control': 'no-store', ...Object.fromEntries(response.headers) };
  if (isStream(response)) return { status, headers, body: response.body };
  return { status, headers, body: fill(await response.text()) };
}
