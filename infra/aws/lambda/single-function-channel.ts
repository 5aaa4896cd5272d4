import type { Connections } from '../../../events/connections.ts';
import { createFollowers } from '../../../events/stream/followers.ts';
import { createHearings } from '../../../events/stream/hearing.ts';
import { createTeller, type Teller } from '../../../events/stream/tell-at-once.ts';
import { admit } from '../../../events/websocket/admit.ts';
import { connect } from '../../../events/websocket/connect.ts';
import type { Caller } from '../../../shared/access/caller.ts';
import type { Context } from '../../../shared/context.ts';
import type { ChangeFeed } from '../../../shared/notifications/change-feed.ts';
import { sleep } from '../../../shared/timing/sleep.ts';
import { createNodeFetch } from '../../node/node-fetch.ts';
import { openManagementApi } from '../notifications/management-api.ts';
import { createWebSocketHandler, type WebSocketAnswer } from '../notifications/websocket-handler.ts';

/** An event of a WebSocket API. */
export type SocketEvent = { readonly requestContext: { readonly eventType: string } };

/** The notification channel of the function that hosts everything. */
export type SingleFunctionChannel = Pick<Teller, 'during'> & {
  /** Every write is published here before it is acknowledged. */
  readonly changes: ChangeFeed;
  /** Answers the events of the WebSocket API. */
  readonly answer: (event: SocketEvent) => Promise<WebSocketAnswer>;
};

/** Distinguishes events of the WebSocket API from requests. */
export function isSocketEvent(event: object): event is SocketEvent {
  return 'requestContext' in event && Object.hasOwn(Object(event.requestContext), 'eventType');
}

/**
 * Opens the channel of a function with an embedded store, which keeps the connections too. Without a WebSocket API there are no
 * subscribers.
 */
export function openSingleFunctionChannel(
  ctx: Pick<
    Context,
    'config' | 'store' | 'keyValues' | 'sheets' | 'forwarding' | 'readKey' | 'logger' | 'now' | 'changes'
  >,
): SingleFunctionChannel {
  if (ctx.config.webSocketApi === null) {
    return { changes: ctx.changes, during: (work) => work(), answer: async () => ({ statusCode: 404 }) };
  }
  const { config, logger } = ctx;
  const channel = openManagementApi(config, createNodeFetch(null));
  const followers = createFollowers(ctx);
  const teller = createTeller({
    ...ctx,
    ...{ followers, channel },
    beginHearing: createHearings(ctx),
    sleep,
  });
  const parts = {
    ...ctx,
    connections: followers satisfies Pick<Connections, 'add' | 'remove'>,
    // Nothing can be sent before the handshake is answered: the next invocation delivers what a subscriber missed.
    log: { askReplay: async () => teller.doubt() },
    admit: (query: URLSearchParams, proved: Caller) => admit(ctx, query, proved),
  };
  const handle = createWebSocketHandler(
    {
      connect: (handshake) => connect(parts, handshake),
      disconnect: (id) => followers.remove(id),
      async message(id) {
        // Close connections we no longer know, so that the client reconnects.
        if (!(await followers.has(id))) await channel.close(id);
      },
    },
    logger,
  );
  return {
    changes: teller,
    during: teller.during,
    answer(event) {
      // A connection does not exist before its handshake is answered.
      if (event.requestContext.eventType === 'CONNECT') return handle(event);
      return teller.during(() => handle(event));
    },
  };
}
