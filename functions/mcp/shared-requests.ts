import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Answer } from '../../shared/http/answer.ts';
import type { RunningCall } from './cancellation.ts';
import type { Session } from './context.ts';
import { exchangeOf, type McpRequest } from './mcp-request.ts';
import { argumentsOf } from './message.ts';
import { STANDALONE_REVISION } from './revision.ts';
import type { Exchange } from './server.ts';
import type { Era } from './tools/catalog.ts';

/** The methods that nearly all requests have. */
const METHODS = ['tools/call', 'tools/list'];

/**
 * Whether the shared server may answer a standalone request: the SDK judges headers that are invalid or unusual.
 *
 * @param revision as the SDK has classified the request
 */
export function isSharedStandalone(
  { headers }: Request,
  { method, params }: JSONRPCRequest,
  revision: string | undefined,
): boolean {
  return (
    METHODS.includes(method) &&
    revision === STANDALONE_REVISION &&
    headers.get('mcp-protocol-version') === revision &&
    headers.get('mcp-method') === method &&
    (headers.get('mcp-name') ?? undefined) === params?.['name']
  );
}

/** Whether the shared server may answer a request of a session. */
export function isSharedInSession({ headers }: Request, { method }: JSONRPCRequest, { protocol }: Session): boolean {
  const accept = headers.get('accept') ?? '';
  return (
    METHODS.includes(method) &&
    (headers.get('mcp-protocol-version') ?? protocol) === protocol &&
    ['application/json', 'text/event-stream'].every((type) => accept.includes(type))
  );
}

/**
 * Has the shared server answer a request.
 *
 * @param begin begins its call
 */
export async function answerShared(
  mcpRequest: McpRequest,
  era: Era,
  request: JSONRPCRequest,
  { toolsets, revision }: Pick<Exchange, 'toolsets' | 'revision'>,
  begin: () => RunningCall,
): Promise<Answer> {
  const { service, body, raw } = mcpRequest;
  const answerBy = await service.shared(era);
  const exchange = {
    ...exchangeOf(mcpRequest, { toolsets, revision }, begin),
    inputOf: () => argumentsOf(body, request.id),
  };
  const answer = await answerBy(request, exchange);
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { status: 200, headers, body: raw.fill(JSON.stringify(answer)) };
}
