import type { Connections } from '../../../events/connections.ts';
import { createFollowers } from '../../../events/stream/followers.ts';
import { createHearings } from '../../../events/stream/hearing.ts';
import { createTeller, type Teller } from '../../../events/stream/tell-at-once.ts';
import { admit } from '../../../events/websocket/admit.ts';
import { connect } from '../../../events/websocket/connect.ts';
import { disconnect } from '../../../events/websocket/disconnect.ts';
import type { Caller } from '../../../shared/access/caller.ts';
import type { Context } from '../../../shared/context.ts';
import type { ChangeFeed } from '../../../shared/objects/change-feed.ts';
import { sleep } from '../../../shared/timing/sleep.ts';
import { createNodeFetch } from '../../node/node-fetch.ts';
import { openManagementApi } from '../notifications/management-api.ts';
import { createWebSocketHandler, type WebSocketAnswer } from '../notifications/websocket-handler.ts';

/** An event of a WebSocket API. */
export type SocketEvent = { readonly requestContext: { readonly eventType: string } };

/** The notification channel of a function that hosts everything. */
export type SmallChannel = Pick<Teller, 'during'> & {
  /** Hears of every write before it is acknowledged. */
  readonly changes: ChangeFeed;
  /** Answers the events of the WebSocket API. */
  readonly answer: (event: SocketEvent) => Promise<WebSocketAnswer>;
};

/** Tells an event of the WebSocket API from a request. */
export function isSocketEvent(event: object): event is SocketEvent {
  return 'requestContext' in event && Object.hasOwn(Object(event.requestContext), 'eventType');
}

/**
 * The channel of a function beside an embedded store: connections are kept there too. Where no WebSocket API is named, nobody
 * listens.
 */
export function openSmallChannel(
  ctx: Pick<
    Context,
    'config' | 'store' | 'keyValues' | 'sheets' | 'forwarding' | 'readKey' | 'logger' | 'now' | 'changes'
  >,
): SmallChannel {
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
    // Nothing can be sent before the handshake is answered: what a listener missed it is told with the next invocation.
    log: { askReplay: async () => teller.doubt() },
    admit: (query: URLSearchParams, proved: Caller) => admit(ctx, query, proved),
  };
  const handle = createWebSocketHandler(
    {
      connect: (handshake) => connect(parts, handshake),
      disconnect: (id) => disconnect(followers, id),
      async message(id) {
        // Who was cut off without noticing is to come back.
        if (!(await followers.has(id))) await channel.close(id);
      },
    },
    logger,
  );
  return {
    changes: teller,
    during: teller.during,
    answer(event) {
      // The connection of a handshake is not there before its answer.
      if (event.requestContext.eventType === 'CONNECT') return handle(event);
      return teller.during(() => handle(event));
    },
  };
}
