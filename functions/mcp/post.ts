import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { withStallLimit } from '../../shared/http/text-stream.ts';
import type { PlatformParts } from '../group.ts';
import type { RunningCalls } from './cancellation.ts';
import type { McpContext, Session } from './context.ts';
import * as message from './message.ts';
import { requireAllowedOrigin } from './origin.ts';
import { type CallerApi, openCallerApi } from './own-api.ts';
import { createRawJson, PARSED, type RawJson } from './raw-json.ts';
import { openRepository } from './repository.ts';
import { createMcpServer, type Exchange, type Served } from './server.ts';
import { DEFAULT_TOOLSETS, requestedToolsets, type Toolsets } from './tools/toolsets.ts';

/** What all requests share. */
export type McpParts = {
  readonly platform: Pick<PlatformParts, 'call' | 'admitSubscriber'>;
  readonly served: () => Promise<Served>;
  readonly running: RunningCalls;
};

const NEVER = new AbortController().signal;

/** For calls that end with their request alone. */
const ALONE: Exchange['running'] = () => ({ cancelled: NEVER, end: () => {} });

/** POST mcp: one message, or a batch where the revision has batches. The body says which revision it is of. */
export async function postMessage(ctx: McpContext, call: Call, parts: McpParts): Promise<Answer> {
  const { request } = call;
  requireAllowedOrigin(ctx.config, request);
  const body = await message.readMessages(ctx, call);
  const signIn = ctx.config.signOn === null ? null : await import('./sign-in.ts');
  await signIn?.requireAcceptedToken(ctx, call);
  const served = await parts.served();
  const api = openCallerApi(ctx.config.basePath, call, parts.platform);
  const raw = message.wantsProgress(body) ? PARSED : createRawJson();
  const isLegacy = await isLegacyRequest(request, body.plain);
  const response = isLegacy
    ? await answerInSession(ctx, call, body, { ...parts, served, api, raw })
    : await answerAlone(ctx, call, body, { served, api, raw, admit: parts.platform.admitSubscriber });
  if (signIn !== null && api.needsSignIn() && !isStream(response)) {
    const challenge = await signIn.signInChallenge(ctx, call);
    if (challenge !== null) throw challenge;
  }
  return answerOf(response, raw);
}

type Opened = { readonly served: Served; readonly api: CallerApi; readonly raw: RawJson };

/** A request of revision 2026-07-28, which stands alone. */
async function answerAlone(
  ctx: McpContext,
  call: Call,
  body: message.Body,
  { served, admit, ...opened }: Opened & { readonly admit: PlatformParts['admitSubscriber'] },
): Promise<Response> {
  const toolsets = toolsetsOf(ctx, requestedToolsets(call.request));
  const exchange = { ...exchangeOf(ctx, call, body, opened), era: 'alone', toolsets, running: ALONE } as const;
  const addresses = message.subscribedAddresses(body);
  const updates = admit === undefined || addresses.length === 0 ? null : await updatesOf(addresses, ctx, call, admit);
  const handler = createMcpHandler(() => createMcpServer(served, exchange), {
    legacy: 'reject',
    ...(updates !== null && { bus: updates.bus }),
  });
  updates?.closed.then(handler.close);
  const response = await handler.fetch(call.request, { parsedBody: body.plain });
  updates?.endUnlessUsed();
  return response;
}

/** The updates of resources, and when they are to end. */
async function updatesOf(
  addresses: readonly string[],
  { config, now, forwarding }: McpContext,
  call: Call,
  admit: NonNullable<PlatformParts['admitSubscriber']>,
) {
  const { openUpdates } = await import('./resources/updates.ts');
  const proved = await call.caller();
  const source = { admit, caller: () => forwarding.apply(proved), bases: config.bases, now };
  const closed = Promise.withResolvers<void>();
  return { ...(await openUpdates(addresses, source, closed.resolve)), closed: closed.promise };
}

/** A request of the revisions with sessions. The SDK's transport serves it without one: the token has what a session is. */
async function answerInSession(
  ctx: McpContext,
  call: Call,
  body: message.Body,
  { served, running, ...opened }: Opened & Pick<McpParts, 'running'>,
): Promise<Response> {
  const { beginSession, readSession } = await import('./session.ts'); // the newest revision does without
  const { request } = call;
  const requested = requestedToolsets(request);
  const common = { ...exchangeOf(ctx, call, body, opened), era: 'sessions' } as const;
  if (message.isInitialize(body)) {
    message.requireBatchAllowed(body, null);
    const exchange = { ...common, toolsets: toolsetsOf(ctx, requested), running: ALONE };
    const response = await serve(request, body, served, exchange);
    return withSession(response, (protocol) => beginSession(ctx, { protocol, toolsets: requested }));
  }
  const session = await readSession(ctx, request);
  message.requireBatchAllowed(body, session.protocol);
  for (const id of message.cancelledIds(body)) running.cancel(session.id, id);
  const toolsets = toolsetsOf(ctx, requested ?? session.toolsets);
  const exchange = { ...common, toolsets, running: (id: string | number) => running.begin(session.id, id) };
  const response = await serve(request, body, served, exchange);
  return message.reads(body) && !isStream(response) ? await withOldCode(response) : response;
}

async function serve(request: Request, body: message.Body, served: Served, exchange: Exchange): Promise<Response> {
  const server = createMcpServer(served, exchange);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !message.wantsProgress(body) });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody: body.plain });
  if (!isStream(response)) void server.close();
  return response;
}

/** Resources that are not found have a code of their own before 2026-07-28, where the SDK has that of the later revision. */
async function withOldCode(response: Response): Promise<Response> {
  const text = (await response.text()).replace(
    /("error":\{"code":)-32602(?=,"message":"[^"]*","data":\{"uri")/,
    '$1-32002',
  );
  return new Response(text, response);
}

/** Adds the session to the answer of `initialize`, unless that failed. */
async function withSession(response: Response, begin: (protocol: string) => Promise<string>): Promise<Response> {
  const text = await response.text();
  const headers = new Headers(response.headers);
  const [, protocol] = /"protocolVersion":"([\d-]+)"/.exec(text) ?? [];
  if (response.ok && protocol !== undefined) headers.set('mcp-session-id', await begin(protocol));
  return new Response(text, { status: response.status, headers });
}

function exchangeOf(
  { config }: McpContext,
  { log }: Call,
  body: message.Body,
  { api, raw }: Omit<Opened, 'served'>,
): Omit<Exchange, 'era' | 'toolsets' | 'running'> {
  const repository = openRepository(api, config.bases);
  return { api, repository, raw, log, inputOf: (id) => message.argumentsOf(body, id) };
}

function toolsetsOf({ config }: McpContext, requested: Session['toolsets']): Toolsets {
  const names = requested ?? config.mcpToolsets;
  return names === null ? DEFAULT_TOOLSETS : { names, extra: [] };
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

async function answerOf(response: Response, { fill }: RawJson): Promise<Answer> {
  const headers = { 'cache-control': 'no-store', ...Object.fromEntries(response.headers) };
  if (isStream(response))
    return { status: response.status, headers, body: response.body && withStallLimit(response.body) };
  return { status: response.status, headers, body: fill(await response.text()) };
}
