import { keptProofs } from '../../shared/access/kept-proof.ts';
import type { ServerContext } from '../../shared/context.ts';
import { Problem } from '../../shared/errors/problem.ts';
import { toProblem } from '../../shared/http/app.ts';
import { stayingCaller } from '../../shared/http/caller.ts';
import { frameworkMembers, wantedMembers } from '../../shared/notifications/framework-members.ts';
import { readSubscription } from '../../shared/notifications/subscription.ts';
import { isChannelPath, mayListen } from '../../shared/notifications/welcome.ts';
import { LISTENERS_URL, notificationsOf } from './feed.ts';
import type { KeptListener } from './kept-listener.ts';
import { problemResponse } from './problem-response.ts';
import type { DurableObjectNamespace } from './runtime.ts';

/** Whether a request asks for the notification channel, or for another that there is not. */
export function isUpgrade(request: Request): boolean {
  return request.headers.get('upgrade')?.toLowerCase() === 'websocket';
}

/**
 * Opens the notification channel (specification: `/ws/custom`): the handshake is judged here, and the durable object holds the
 * connection. Upgrades of other paths are refused with 404, and those from pages of origins that CORS_ORIGINS does not name
 * with 403.
 */
export async function upgrade(
  ctx: ServerContext,
  namespace: DurableObjectNamespace,
  request: Request,
): Promise<Response> {
  const refused = refusalOf(ctx, request);
  if (refused !== null) return new Response(null, { status: refused });
  const requestId = crypto.randomUUID();
  try {
    const body = JSON.stringify(await listenerOf(ctx, request));
    const object = notificationsOf(namespace);
    const kept = await object.fetch(LISTENERS_URL, { method: 'POST', body });
    const connection = `${LISTENERS_URL}/${await kept.text()}`;
    return await object.fetch(new Request(connection, { headers: { upgrade: 'websocket' } }));
  } catch (error) {
    return problemResponse(request, toProblem(ctx, error, requestId), requestId);
  }
}

function refusalOf(ctx: ServerContext, request: Request): number | null {
  if (!isChannelPath(ctx.config, new URL(request.url).pathname)) return 404;
  return mayListen(ctx.config, request.headers.get('origin')) ? null : 403;
}

/** Who listens, and to what. @throws Problem `invalid-parameter` (400), also for what only other platforms offer */
async function listenerOf(ctx: ServerContext, request: Request): Promise<KeptListener> {
  const { searchParams } = new URL(request.url);
  const { framework, since, cursors } = readSubscription(searchParams);
  if (since !== null || cursors) {
    throw new Problem('invalid-parameter', 'since and cursors are not offered on this platform.', { where: 'since' });
  }
  const caller = (await stayingCaller(ctx, [request.headers.get('signatureSheet')]))();
  const { notifyHidden } = ctx.config;
  const found = framework === null ? null : await frameworkMembers(ctx, framework);
  const members = found === null ? [] : [...wantedMembers(found, caller, notifyHidden)];
  return {
    proofs: keptProofs(caller),
    query: searchParams.toString(),
    framework: framework === null ? null : { shortId: found?.shortId ?? framework, members },
    notifyHidden,
  };
}
