import { classifyInboundRequest, type InboundClassificationOutcome } from '@modelcontextprotocol/server';
import type { Release } from '../../shared/base/concurrency/memory-budget.ts';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import { withStallLimit } from '../../shared/http/text-stream.ts';
import type { McpContext } from './context.ts';
import { answerInSession } from './in-session.ts';
import type { McpRequest, McpService } from './mcp-request.ts';
import { type Message, readMessage, wantsProgress } from './message.ts';
import { requireAllowedOrigin } from './origin.ts';
import { openCallerApi } from './own-api.ts';
import { answerStandalone } from './standalone.ts';

/** POST mcp: one message, which names its revision. */
export async function postMessage(ctx: McpContext, call: Call, service: McpService): Promise<Answer> {
  requireAllowedOrigin(ctx.config, call.request);
  const message = await readMessage(ctx, call);
  const signIn = ctx.config.signOn === null ? null : await import('./sign-in.ts');
  await signIn?.requireAcceptedToken(ctx, call);
  const memory = ctx.memory.reserve();
  const api = openCallerApi(ctx.config.basePath, call, service.platform, memory.hold);
  const accepted = acceptOf(call.request);
  const mcpRequest: McpRequest = {
    ctx,
    call: accepted.json ? acceptingBoth(call) : call,
    message,
    service,
    api,
    wantsProgress: wantsProgress(message) && accepted.stream,
  };
  const route = routeOf(call.request, message);
  const answer = await ended(
    route.kind === 'legacy' ? answerInSession(mcpRequest) : answerStandalone(mcpRequest, route),
    memory.release,
  );
  if (signIn !== null && api.needsSignIn() && !(answer.body instanceof ReadableStream)) {
    const challenge = await signIn.signInChallenge(ctx, call);
    if (challenge !== null) throw challenge;
  }
  return answer;
}

/** Releases memory at the end of a response, since a stream still reads its source. */
async function ended(answering: Promise<Answer>, release: Release): Promise<Answer> {
  try {
    const answer = await answering;
    if (answer.body instanceof ReadableStream) return { ...answer, body: withStallLimit(answer.body, release) };
    release();
    return answer;
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * The types that a client accepts. The revisions require it to list both; many clients list one, none, or all types (RFC 9110, 12.5.1),
 * and get a response of a type that they accept.
 */
function acceptOf({ headers }: Request): { readonly json: boolean; readonly stream: boolean } {
  const types = (headers.get('accept') ?? '*/*').toLowerCase();
  const admits = (type: RegExp): boolean => types.split(',').some((range) => type.test(range.trim()));
  return {
    json: admits(/^(?:\*\/\*|application\/\*|application\/json)\s*(?:;|$)/),
    stream: admits(/^(?:\*\/\*|text\/\*|text\/event-stream)\s*(?:;|$)/),
  };
}

/** The call with the header that the SDK requires. Its body has been read. */
function acceptingBoth(call: Call): Call {
  const { url, method, signal } = call.request;
  const headers = new Headers(call.request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return { ...call, request: new Request(url, { method, headers, signal }) };
}

/** Lets the SDK determine the revision of a request, or what is wrong with it. */
function routeOf({ headers }: Request, { plain }: Message): InboundClassificationOutcome {
  const header = (name: string): string | undefined => headers.get(name) ?? undefined;
  const [version, method, name] = [header('mcp-protocol-version'), header('mcp-method'), header('mcp-name')];
  return classifyInboundRequest({
    httpMethod: 'POST',
    body: plain,
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(name !== undefined && { mcpNameHeader: name }),
  });
}
