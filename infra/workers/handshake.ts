import { connectionText } from '../../events/connections.ts';
import { type SubscriberPosition, type Subscriptions, startPosition } from '../../events/subscriptions.ts';
import { connect } from '../../events/websocket/connect.ts';
import type { ServerContext } from '../../functions/context.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { withFields } from '../../shared/base/telemetry/logger.ts';
import { protocolHeader } from '../../shared/http/caller.ts';
import { problemFormat, problemResponse, toProblem } from '../../shared/http/render-problem.ts';
import { splitUrl } from '../../shared/http/urlencoded.ts';
import { isChannelPath } from '../../shared/repository/notifications/subscription.ts';
import { SUBSCRIBERS_URL, theObjectOf } from './durable-object.ts';
import type { DurableObjectNamespace, Fetcher } from './runtime.ts';

/** A subscriber, as the durable object receives it. */
export type NewSubscriber = {
  readonly id: string;
  /** See `connectionText`. */
  readonly connection: string;
  readonly position: SubscriberPosition;
};

/** Whether a request is a WebSocket handshake, for any path. */
export function isUpgrade(request: Request): boolean {
  return request.headers.get('upgrade')?.toLowerCase() === 'websocket';
}

/**
 * Opens the notification channel (specification: `/ws/custom`): this function checks the handshake, and the durable object holds
 * the connection. Refused handshakes get a problem: 404 for other paths, or the Problem that {@link connect} throws.
 */
export async function upgrade(
  ctx: ServerContext,
  namespace: DurableObjectNamespace,
  request: Request,
  peerAddress: string | undefined,
): Promise<Response> {
  const requestId = crypto.randomUUID();
  const { url, headers } = request;
  try {
    if (!isChannelPath(ctx.config, splitUrl(url).path)) {
      throw new Problem('no-such-route', 'There is no WebSocket at this address.');
    }
    const object = theObjectOf(namespace);
    const id = crypto.randomUUID();
    const parts = { ...ctx, subscriptions: remoteSubscriptions(ctx, object), requestDelivery: async () => {} };
    await connect(parts, { id, url, headers, peerAddress });
    // When the connection is opened, the object looks for changes that the subscriber missed.
    return await object.fetch(
      new Request(`${SUBSCRIBERS_URL}/${id}`, { headers: { upgrade: 'websocket', ...protocolHeader(headers) } }),
    );
  } catch (error) {
    return problemResponse(toProblem(withFields(ctx.logger, { requestId }), error), problemFormat(request), requestId);
  }
}

/** The subscribers of the durable object. One that does not connect is removed by the object. */
function remoteSubscriptions(
  { store }: Pick<ServerContext, 'store'>,
  object: Fetcher,
): Pick<Subscriptions, 'add' | 'remove'> {
  return {
    async add(connection, start) {
      const position = await startPosition(store, start);
      const subscriber = { id: connection.id, connection: connectionText(connection), position };
      const body = JSON.stringify(subscriber satisfies NewSubscriber);
      const { ok } = await object.fetch(SUBSCRIBERS_URL, { method: 'POST', body });
      if (!ok) throw new Problem('store-unavailable', 'The durable object does not answer.', { retryAfter: 1 });
    },
    remove: async () => {},
  };
}
