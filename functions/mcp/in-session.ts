import { ProtocolErrorCode, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import type { Answer } from '../../shared/http/answer.ts';
import { decodeUtf8 } from '../../shared/http/body.ts';
import { standaloneCall } from './cancellation.ts';
import { answerOf, exchangeOf, type McpRequest, toolsetsOf } from './mcp-request.ts';
import { cancelledId, isInitialize, reads } from './message.ts';
import { OLDEST_REVISION } from './revision.ts';
import { createMcpServer, type Exchange } from './server.ts';
import { requestedToolsets } from './tools/toolsets.ts';

/** The SDK's response when a resource does not exist. */
const NO_RESOURCE = z.looseObject({
  error: z.looseObject({
    code: z.literal(ProtocolErrorCode.InvalidParams),
    data: z.looseObject({ uri: z.string() }),
  }),
});

/** Answers a request of the revisions with sessions. The SDK serves it without a session, whose state is in the token. */
export async function answerInSession(mcpRequest: McpRequest): Promise<Answer> {
  const { beginSession, readSession } = await import('./session.ts'); // the newest revision has no sessions
  const { ctx, call, message, service, wantsProgress } = mcpRequest;
  const { request } = call;
  const requested = requestedToolsets(request);
  if (isInitialize(message)) {
    const beginning = { toolsets: toolsetsOf(ctx, requested), revision: OLDEST_REVISION };
    const { response, protocol } = await serve(mcpRequest, exchangeOf(mcpRequest, beginning, standaloneCall), false);
    const answer = await answerOf(response);
    if (protocol === undefined) return answer; // it was refused
    const id = await beginSession(ctx, { protocol, toolsets: requested });
    return { ...answer, headers: { ...answer.headers, 'mcp-session-id': id } };
  }
  const session = await readSession(ctx, request);
  const cancelled = cancelledId(message);
  if (cancelled !== null) service.running.cancel(session.id, cancelled);
  const known = { toolsets: toolsetsOf(ctx, requested ?? session.toolsets), revision: session.protocol };
  const begin: Exchange['begin'] = (id) => service.running.begin(session.id, id, request.signal);
  const { response } = await serve(mcpRequest, exchangeOf(mcpRequest, known, begin), wantsProgress);
  const answer = await answerOf(response);
  return reads(message) ? withOldCode(answer) : answer;
}

/** @returns the response, and the revision that was negotiated for a session to begin */
async function serve({ call, message, service }: McpRequest, exchange: Exchange, isStreamed: boolean) {
  const server = createMcpServer(await service.served(), 'sessions', exchange);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !isStreamed });
  await server.connect(transport);
  const response = await transport.handleRequest(call.request, { parsedBody: message.plain });
  return { response, protocol: server.getNegotiatedProtocolVersion() };
}

/** Replaces the code for missing resources, which the SDK takes from revision 2026-07-28, by the code of earlier revisions. */
function withOldCode(answer: Answer): Answer {
  if (!(answer.body instanceof Uint8Array) || answer.body.length === 0) return answer; // a stream, or an accepted notification
  const { data } = NO_RESOURCE.safeParse(JSON.parse(decodeUtf8(answer.body, 'The answer')));
  if (data === undefined) return answer;
  const error = { ...data.error, code: ProtocolErrorCode.ResourceNotFound };
  return { ...answer, body: JSON.stringify({ ...data, error }) };
}
