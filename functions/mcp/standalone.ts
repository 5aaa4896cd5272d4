import {
  createMcpHandler,
  type InboundClassificationOutcome,
  type JSONRPCNotification,
  type JSONRPCRequest,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { errorText } from '../../shared/base/telemetry/logger.ts';
import { type Answer, jsonAnswer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { PlatformParts } from '../group.ts';
import { standaloneCall } from './cancellation.ts';
import type { McpContext } from './context.ts';
import { answerOf, exchangeOf, type McpRequest, toolsetsOf } from './mcp-request.ts';
import { subscribedAddresses } from './message.ts';
import { STANDALONE_REVISION } from './revision.ts';
import { createMcpServer } from './server.ts';
import { requestedToolsets } from './tools/toolsets.ts';

const NO_STORE = { 'cache-control': 'no-store' };

/** Answers a request of revision 2026-07-28, which stands alone. @param route how the SDK has classified it */
export async function answerStandalone(mcpRequest: McpRequest, route: InboundClassificationOutcome): Promise<Answer> {
  const { ctx, call, message, service } = mcpRequest;
  const { request } = call;
  const toolsets = toolsetsOf(ctx, requestedToolsets(request));
  const admit = service.platform.admitSubscriber;
  if (admit === undefined && route.kind === 'modern' && route.message.method === 'subscriptions/listen') {
    return withoutSubscriptions(route.message);
  }
  const served = await service.served();
  const exchange = exchangeOf(mcpRequest, { toolsets, revision: STANDALONE_REVISION }, standaloneCall);
  const addresses = subscribedAddresses(message);
  const updates = admit === undefined || addresses.length === 0 ? null : await updatesOf(addresses, ctx, call, admit);
  const handler = createMcpHandler(() => createMcpServer(served, 'standalone', exchange), {
    legacy: 'reject',
    ...(updates !== null && { bus: updates.bus }),
  });
  updates?.closed
    .then(handler.close)
    .catch((error: unknown) => call.log.warn('SYSTEM', 'A subscription cannot be closed', { error: errorText(error) }));
  const response = await handler.fetch(request, { parsedBody: message.plain });
  updates?.endUnlessUsed();
  return answerOf(response);
}

/** Refuses a subscription if responses cannot stay open: the SDK would open a stream that sends nothing and does not end. */
function withoutSubscriptions(message: JSONRPCRequest | JSONRPCNotification): Answer {
  const text = 'Method not found: there are no subscriptions here. Read the resource again from time to time.';
  const error = { code: ProtocolErrorCode.MethodNotFound, message: text };
  return jsonAnswer({ jsonrpc: '2.0', id: 'id' in message ? message.id : null, error }, NO_STORE, 404);
}

/** Opens the updates of resources, which end with the subscription. */
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
