import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Answer } from '../../shared/http/answer.ts';
import type { RunningCall } from './cancellation.ts';
import type { Session } from './context.ts';
import { argumentsOf } from './message.ts';
import { exchangeOf, type Received } from './received.ts';
import { REVISION_ALONE } from './server.ts';
import type { Era } from './tools/catalog.ts';
import type { Toolsets } from './tools/toolsets.ts';

/** The methods of nearly all requests. */
const METHODS = ['tools/call', 'tools/list'];

/**
 * Whether a request is one that a shared server may answer: what is not right, or not usual, in its headers is for the SDK to judge.
 * The SDK has found it to be of the revision in which requests stand alone.
 */
export function isOrdinaryAlone(
  { headers }: Request,
  { method, params }: JSONRPCRequest,
  revision: string | undefined,
): boolean {
  return (
    METHODS.includes(method) &&
    revision === REVISION_ALONE &&
    headers.get('mcp-protocol-version') === revision &&
    headers.get('mcp-method') === method &&
    (headers.get('mcp-name') ?? undefined) === params?.['name']
  );
}

/** The same for a request of a session. */
export function isOrdinaryInSession({ headers }: Request, { method }: JSONRPCRequest, { protocol }: Session): boolean {
  const accept = headers.get('accept') ?? '';
  return (
    METHODS.includes(method) &&
    (headers.get('mcp-protocol-version') ?? protocol) === protocol &&
    ['application/json', 'text/event-stream'].every((type) => accept.includes(type))
  );
}

/**
 * Answers an ordinary request by the server that all of them share.
 *
 * @param begin begins its call
 */
export async function answerOrdinary(
  received: Received,
  era: Era,
  request: JSONRPCRequest,
  toolsets: Toolsets,
  begin: () => RunningCall,
): Promise<Answer> {
  const { parts, body, raw } = received;
  const answerBy = await parts.shared(era);
  const exchange = { ...exchangeOf(received, toolsets, begin), inputOf: () => argumentsOf(body, request.id) };
  const answer = await answerBy(request, exchange);
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status: 200, headers, body: raw.fill(JSON.stringify(answer)) };
}
