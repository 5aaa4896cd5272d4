import { Problem } from '../../shared/base/errors/problem.ts';
import type { WebhookContext } from '../../shared/exchange/webhooks/context.ts';
import type { Webhook } from '../../shared/exchange/webhooks/webhook.ts';
import type { Call } from '../../shared/http/call.ts';
import { NO_PARAMETERS, type Payload, readPayload } from '../../shared/http/payload.ts';
import type { MatchedRoute } from '../../shared/http/serve.ts';
import { actorFields, describeActor } from '../../shared/repository/access/actor.ts';
import { type Caller, faultOf, isAdmin } from '../../shared/repository/access/caller.ts';

/** Keys that a webhook belongs to: an entry of the store must stay short. More are forwarded ones at most. */
const MAX_KEYS = 64;

/** The caller of a request for webhooks. */
export type Subscriber = {
  readonly caller: Caller;
  /** The keys that a new webhook belongs to, PEM. */
  readonly keys: readonly string[];
  readonly payload: Payload;
};

/**
 * Admits callers that prove a key for all objects. The keys of groups are left out of webhooks: the user may leave a group, and the
 * others of a group must not manage the webhooks of one user.
 *
 * @throws Problem `not-signed-in` (401), or the fault of the caller's sheet or token
 */
export async function requireSubscriber(
  ctx: WebhookContext,
  call: Call,
  { method, path }: MatchedRoute,
): Promise<Subscriber> {
  const hasBody = (method === 'POST' && !path.endsWith('/test')) || method === 'PATCH';
  const payload = hasBody ? await readPayload(ctx, call, { uniqueMembers: true }) : NO_PARAMETERS;
  const [caller, signedIn] = await Promise.all([call.caller(), call.signedIn()]);
  const groups = new Set(signedIn?.keys.slice(1).map(({ id }) => id));
  const proofs = caller.proofs.filter(({ key, everywhere }) => everywhere && !groups.has(key.id));
  if (proofs.length === 0) {
    throw (
      faultOf(caller) ??
      new Problem(
        'not-signed-in',
        'Webhooks are for callers that have signed in, or prove a key with a signature sheet.',
      )
    );
  }
  const keys = [...new Set(proofs.map(({ key }) => key.pem))].slice(0, MAX_KEYS);
  return { caller, keys, payload };
}

/** Whether a webhook is the caller's: one of its keys is proved, or the caller is an admin. Others do not see it. */
export function isVisible({ readKey }: WebhookContext, { keys }: Webhook, { caller, keys: own }: Subscriber): boolean {
  if (isAdmin(caller, null)) return true;
  const proved = new Set(own.map((pem) => readKey(pem).id));
  return keys.some((pem) => proved.has(readKey(pem).id));
}

/**
 * The webhook that a path names.
 *
 * @throws Problem `not-found` (404) also for webhooks of others
 */
export async function requireWebhook(
  ctx: WebhookContext,
  { parameters }: Call,
  subscriber: Subscriber,
): Promise<Webhook> {
  const webhook = await ctx.webhooks.get(parameters['id'] ?? '');
  if (webhook !== null && isVisible(ctx, webhook, subscriber)) return webhook;
  throw noWebhook();
}

export function noWebhook(): Problem {
  return new Problem('not-found', 'There is no webhook with this id, or it belongs to another owner.');
}

/** Writes to the audit log what a caller did with a webhook. */
export function audit(
  { log }: Call,
  { caller }: Subscriber,
  { id, url }: Webhook,
  message:
    | 'A webhook was added'
    | 'A webhook was changed'
    | 'A webhook was removed'
    | 'A webhook was given a new secret'
    | 'A webhook is replayed',
): void {
  const { origin } = new URL(url); // the rest may be a secret of the receiver
  log.info('AUTH', message, { webhook: id, receiver: origin, ...actorFields(describeActor(caller)) });
}
