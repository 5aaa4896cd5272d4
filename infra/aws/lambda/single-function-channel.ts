import { createInlineDelivery, type InlineDelivery } from '../../../events/delivery/inline-delivery.ts';
import { createKeyValueSubscriptions } from '../../../events/delivery/key-value-subscriptions.ts';
import { createMessageBuilders } from '../../../events/delivery/message-builder.ts';
import { connect } from '../../../events/websocket/connect.ts';
import { sleep } from '../../../shared/base/concurrency/sleep.ts';
import type { Context } from '../../../shared/repository/context.ts';
import type { ChangeFeed } from '../../../shared/repository/objects/change-feed.ts';
import { createNodeFetch } from '../../node/node-request.ts';
import { openManagementApi } from '../notifications/management-api.ts';
import { createWebSocketHandler, type WebSocketAnswer } from '../notifications/websocket-handler.ts';

/** An event of a WebSocket API. */
export type SocketEvent = { readonly requestContext: { readonly eventType: string } };

/** The notification channel of the function that hosts everything. */
export type SingleFunctionChannel = Pick<InlineDelivery, 'runThenDeliver'> & {
  /** Every write is published here before it is acknowledged. */
  readonly changes: ChangeFeed;
  /** Handles the events of the WebSocket API. */
  readonly answer: (event: SocketEvent) => Promise<WebSocketAnswer>;
};

/** Distinguishes events of the WebSocket API from requests. */
export function isSocketEvent(event: object): event is SocketEvent {
  return 'requestContext' in event && Object.hasOwn(Object(event.requestContext), 'eventType');
}

/**
 * Opens the channel of a function with an embedded store, which also stores the connections. Without a WebSocket API there are no
 * subscribers.
 */
export function openSingleFunctionChannel(
  ctx: Pick<
    Context,
    'config' | 'store' | 'keyValues' | 'sheets' | 'signOn' | 'forwarding' | 'readKey' | 'logger' | 'now' | 'changes'
  >,
): SingleFunctionChannel {
  if (ctx.config.webSocketApi === null) {
    return { changes: ctx.changes, runThenDeliver: (work) => work(), answer: async () => ({ statusCode: 404 }) };
  }
  const { config, logger } = ctx;
  const channel = openManagementApi(config, createNodeFetch());
  const subscriptions = createKeyValueSubscriptions(ctx);
  const delivery = createInlineDelivery({
    ...ctx,
    subscriptions,
    channel,
    beginDelivery: createMessageBuilders(ctx),
    // The context of the Node server polls the table by itself.
    refreshForwarding: async () => {},
    sleep,
  });
  // The next invocation delivers what the subscriber missed.
  const parts = { ...ctx, subscriptions, requestDelivery: async () => delivery.markIncomplete() };
  const handle = createWebSocketHandler(
    {
      connect: (handshake) => connect(parts, handshake),
      disconnect: (id) => subscriptions.remove(id),
      async message(id) {
        // Close connections that are no longer known, so that the client reconnects.
        if (!(await subscriptions.has(id))) await channel.close(id, 'failed');
      },
    },
    logger,
  );
  return {
    changes: delivery,
    runThenDeliver: delivery.runThenDeliver,
    answer(event) {
      // A connection does not exist before its handshake is answered.
      if (event.requestContext.eventType === 'CONNECT') return handle(event);
      return delivery.runThenDeliver(() => handle(event));
    },
  };
}
