import { isJSONRPCRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { Answer } from '../../shared/http/answer.ts';
import { standaloneCall } from './cancellation.ts';
import type { Session } from './context.ts';
import { answerOf, exchangeOf, isStream, type McpRequest, toolsetsOf } from './mcp-request.ts';
import { cancelledIds, isInitialize, reads, requireBatchAllowed } from './message.ts';
import { OLDEST_REVISION } from './revision.ts';
import { createMcpServer, type Exchange } from './server.ts';
import { answerShared, isSharedInSession } from './shared-requests.ts';
import { requestedToolsets } from './tools/toolsets.ts';

/** Answers a request of the revisions with sessions. The SDK serves it without one: the token has what a session is. */
export async function answerInSession(mcpRequest: McpRequest): Promise<Answer> {
  const { beginSession, readSession } = await import('./session.ts'); // the newest revision does without
  const { ctx, call, body, service, raw, wantsProgress } = mcpRequest;
  const { request } = call;
  const requested = requestedToolsets(request);
  const inRevision = (revision: string, names: Session['toolsets']): Pick<Exchange, 'toolsets' | 'revision'> => ({
    toolsets: toolsetsOf(ctx, names),
    revision,
  });
  if (isInitialize(body)) {
    requireBatchAllowed(body, null);
    const response = await serve(
      mcpRequest,
      exchangeOf(mcpRequest, inRevision(OLDEST_REVISION, requested), standaloneCall),
    );
    const begun = await withSession(response, (protocol) => beginSession(ctx, { protocol, toolsets: requested }));
    return answerOf(begun, raw);
  }
  const session = await readSession(ctx, request);
  requireBatchAllowed(body, session.protocol);
  for (const id of cancelledIds(body)) service.running.cancel(session.id, id);
  const known = inRevision(session.protocol, requested ?? session.toolsets);
  const begin: Exchange['begin'] = (id, gone) => service.running.begin(session.id, id, gone);
  const { plain } = body;
  if (!wantsProgress && isJSONRPCRequest(plain) && isSharedInSession(request, plain, session)) {
    return answerShared(mcpRequest, 'sessions', plain, known, () => begin(plain.id, request.signal));
  }
  const response = await serve(mcpRequest, exchangeOf(mcpRequest, known, begin));
  return answerOf(reads(body) && !isStream(response) ? await withOldCode(response) : response, raw);
}

async function serve({ call, body, service, wantsProgress }: McpRequest, exchange: Exchange): Promise<Response> {
  const server = createMcpServer(await service.served(), 'sessions', () => exchange);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !wantsProgress });
  await server.connect(transport);
  const response = await transport.handleRequest(call.request, { parsedBody: body.plain });
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
