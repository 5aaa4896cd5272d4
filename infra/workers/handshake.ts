import type { ServerContext } from '../../functions/context.ts';
import { callerOfProofs, type StoredProof, storedProofs } from '../../shared/access/stored-proof.ts';
import { parsePublicKey } from '../../shared/crypto/public-key.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { callerOfHandshake, protocolHeader } from '../../shared/http/caller.ts';
import { problemFormat, problemResponse, toProblem } from '../../shared/http/render-problem.ts';
import { queryOf, splitUrl } from '../../shared/http/urlencoded.ts';
import { requireAllowedAddress } from '../../shared/network/client-address.ts';
import { frameworkMembers, requireFramework, visibleMembers } from '../../shared/notifications/framework-members.ts';
import type { Recipient } from '../../shared/notifications/message.ts';
import { isChannelPath, readSubscription, requireOrigin } from '../../shared/notifications/subscription.ts';
import { withFields } from '../../shared/telemetry/logger.ts';
import { notificationsOf, SUBSCRIBERS_URL } from './feed.ts';
import type { DurableObjectNamespace } from './runtime.ts';

/** Whether a request is a WebSocket handshake, for any path. */
export function isUpgrade(request: Request): boolean {
  return request.headers.get('upgrade')?.toLowerCase() === 'websocket';
}

/**
 * Opens the notification channel (specification: `/ws/custom`): the handshake is checked here, and the durable object holds the
 * connection. Refused handshakes get a problem: other paths (404), pages of origins that CORS_ORIGINS does not name (403), invalid
 * parameters (400).
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
    const body = JSON.stringify(await checkHandshake(ctx, request, peerAddress));
    const object = notificationsOf(namespace);
    const kept = await object.fetch(SUBSCRIBERS_URL, { method: 'POST', body });
    const connection = `${SUBSCRIBERS_URL}/${await kept.text()}`;
    return await object.fetch(
      new Request(connection, { headers: { upgrade: 'websocket', ...protocolHeader(request.headers) } }),
    );
  } catch (error) {
    return problemResponse(toProblem(withFields(ctx.logger, { requestId }), error), problemFormat(request), requestId);
  }
}

/**
 * Checks a handshake, and returns what is stored of it.
 *
 * @throws Problem `invalid-parameter` (400), also for features of other platforms only; `not-found` (404) for a framework that does
 *   not exist or may not be read
 */
async function checkHandshake(
  ctx: ServerContext,
  request: Request,
  peerAddress: string | undefined,
): Promise<StoredSubscriber> {
  const query = queryOf(request);
  const { framework, since, cursors } = readSubscription(query);
  if (since !== null || cursors) {
    throw new Problem('invalid-parameter', 'since and cursors are not offered on this platform.', { where: 'since' });
  }
  const { url, headers } = request;
  const caller = ctx.forwarding.apply(await callerOfHandshake(ctx, { url, headers, peerAddress }));
  const { notifyHidden } = ctx.config;
  const found =
    framework === null ? null : requireFramework(await frameworkMembers(ctx, framework), caller, notifyHidden);
  return {
    proofs: storedProofs(caller),
    query: query.toString(),
    framework: found && { shortId: found.shortId, members: [...visibleMembers(found, caller, notifyHidden)] },
    notifyHidden,
  };
}

/** The result of a handshake, stored as JSON while its connection is open. */
export type StoredSubscriber = {
  readonly proofs: readonly StoredProof[];
  /** The query of the handshake: the subscription. */
  readonly query: string;
  /** The framework that it subscribed to, with the short ids that it receives; null: all objects. */
  readonly framework: { readonly shortId: string; readonly members: readonly string[] } | null;
  /** It receives ids of hidden objects, too (NOTIFY_HIDDEN). */
  readonly notifyHidden: boolean;
};

/** The recipient of a stored handshake. */
export function recipientOf({ proofs, query, framework, notifyHidden }: StoredSubscriber): Recipient {
  return {
    caller: callerOfProofs(proofs, parsePublicKey),
    subscription: readSubscription(new URLSearchParams(query)),
    members: framework && new Set(framework.members),
    notifyHidden,
  };
}
