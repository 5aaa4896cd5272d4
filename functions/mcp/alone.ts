import { createMcpHandler, type InboundClassificationOutcome } from '@modelcontextprotocol/server';
import type { Answer } from '../../shared/http/answer.ts';
import type { Call } from '../../shared/http/call.ts';
import type { PlatformParts } from '../group.ts';
import { aloneCall } from './cancellation.ts';
import type { McpContext } from './context.ts';
import { subscribedAddresses } from './message.ts';
import { answerOrdinary, isOrdinaryAlone } from './ordinary.ts';
import { answerOf, exchangeOf, type Received, toolsetsOf } from './received.ts';
import { createMcpServer } from './server.ts';
import { requestedToolsets } from './tools/toolsets.ts';

/** Answers a request of revision 2026-07-28, which stands alone. @param route as what the SDK has classified it */
export async function answerAlone(received: Received, route: InboundClassificationOutcome): Promise<Answer> {
  const { ctx, call, body, parts, raw, wantsProgress } = received;
  const { request } = call;
  const toolsets = toolsetsOf(ctx, requestedToolsets(request));
  if (!wantsProgress && route.kind === 'modern' && route.messageKind === 'request') {
    const { message, classification } = route;
    if (isOrdinaryAlone(request, message, classification.revision)) {
      return answerOrdinary(received, 'alone', message, toolsets, () => aloneCall(message.id, request.signal));
    }
  }
  const served = await parts.served();
  const exchange = exchangeOf(received, toolsets, aloneCall);
  const addresses = subscribedAddresses(body);
  const admit = parts.platform.admitSubscriber;
  const updates = admit === undefined || addresses.length === 0 ? null : await updatesOf(addresses, ctx, call, admit);
  const handler = createMcpHandler(() => createMcpServer(served, 'alone', () => exchange), {
    legacy: 'reject',
    ...(updates !== null && { bus: updates.bus }),
  });
  updates?.closed.then(handler.close);
  const response = await handler.fetch(request, { parsedBody: body.plain });
  updates?.endUnlessUsed();
  return answerOf(response, raw);
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
