import type { ServerContext } from '../../functions/context.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { requireAllowedAddress } from '../../shared/base/network/client-address.ts';
import { withFields } from '../../shared/base/telemetry/logger.ts';
import { callerOfHandshake, protocolHeader } from '../../shared/http/caller.ts';
import { problemFormat, problemResponse, toProblem } from '../../shared/http/render-problem.ts';
import { queryOf, splitUrl } from '../../shared/http/urlencoded.ts';
import { storedProofs } from '../../shared/repository/access/stored-proof.ts';
import {
  frameworkMembers,
  requireFramework,
  visibleMembers,
} from '../../shared/repository/notifications/framework-members.ts';
import { startCursor } from '../../shared/repository/notifications/notifications.ts';
import { isChannelPath, readSubscription, requireOrigin } from '../../shared/repository/notifications/subscription.ts';
import { notificationsOf, SUBSCRIBERS_URL } from './feed.ts';
import { replayMissed } from './replay.ts';
import type { DurableObjectNamespace } from './runtime.ts';
import type { StoredSubscriber } from './stored-subscriber.ts';

/** Whether a request is a WebSocket handshake, for any path. */
export function isUpgrade(request: Request): boolean {
  return request.headers.get('upgrade')?.toLowerCase() === 'websocket';
}

/**
 * Opens the notification channel (specification: `/ws/custom`): the handshake is checked here, and the durable object holds the
 * connection. What the subscriber missed is sent before the handshake is answered. Refused handshakes get a problem: other paths
 * (404), pages of origins that CORS_ORIGINS does not name (403), invalid parameters (400).
 */
export async function upgrade(
  ctx: ServerContext,
  namespace: DurableObjectNamespace,
  request: Request,
  peerAddress: string | undefined,
): Promise<Response> {
  const requestId = crypto.randomUUID();
  try {
    if (!isChannelPath(ctx.config, splitUrl(request.url).path)) {
      throw new Problem('no-such-route', 'There is no WebSocket at this address.');
    }
    requireAllowedAddress(ctx.config, { header: (name) => request.headers.get(name), peerAddress });
    requireOrigin(ctx.config, request.headers.get('origin'));
    const { subscriber, start } = await checkHandshake(ctx, request, peerAddress);
    const object = notificationsOf(namespace);
    const kept = await object.fetch(SUBSCRIBERS_URL, { method: 'POST', body: JSON.stringify(subscriber) });
    const connection = `${SUBSCRIBERS_URL}/${await kept.text()}`;
    const connected = await object.fetch(
      new Request(connection, { headers: { upgrade: 'websocket', ...protocolHeader(request.headers) } }),
    );
    // The runtime keeps the messages until the handshake is answered: if this worker ends before, the client tries again.
    if (start !== null) await replayMissed(ctx.store, object, connection, subscriber, start);
    return connected;
  } catch (error) {
    return problemResponse(toProblem(withFields(ctx.logger, { requestId }), error), problemFormat(request), requestId);
  }
}

/**
 * Checks a handshake, and returns what is stored of it, and the cursor that its replay starts at; null: it has none.
 *
 * @throws Problem `invalid-parameter` (400), `not-found` (404) for a framework that does not exist or may not be read,
 *   `store-unavailable` (503)
 */
async function checkHandshake(
  ctx: ServerContext,
  request: Request,
  peerAddress: string | undefined,
): Promise<{ readonly subscriber: StoredSubscriber; readonly start: string | null }> {
  const query = queryOf(request);
  const { framework, since, cursors } = readSubscription(query);
  const { url, headers } = request;
  const caller = ctx.forwarding.apply(await callerOfHandshake(ctx, { url, headers, peerAddress }));
  const { notifyHidden } = ctx.config;
  const found =
    framework === null ? null : requireFramework(await frameworkMembers(ctx, framework), caller, notifyHidden);
  const start = since === null && !cursors ? null : await startCursor(ctx.store, since);
  const subscriber = {
    proofs: storedProofs(caller),
    query: query.toString(),
    framework: found && { shortId: found.shortId, members: [...visibleMembers(found, caller, notifyHidden)] },
    notifyHidden,
    cursor: cursors ? start : null,
    replayedAt: null,
  };
  return { subscriber, start };
}
