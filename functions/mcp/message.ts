import * as z from 'zod/mini';
import { Problem } from '../../shared/base/errors/problem.ts';
import { decodeUtf8, readBody } from '../../shared/http/body.ts';
import type { Call } from '../../shared/http/call.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../shared/repository/linked-data/json.ts';
import type { McpContext } from './context.ts';
import { WITH_STRUCTURED_RESULTS } from './revision.ts';

/** Limit of one request. Larger objects are saved over HTTP. */
const MAX_BYTES = 4 << 20;

/** A batch of requests, each of which is a request of the API. */
const MAX_BATCH = 50;

const CANCELLED = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

const LISTEN = z.object({
  method: z.literal('subscriptions/listen'),
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()) }) }),
});

/** The body of a request. */
export type Body = {
  /** As the SDK reads it. */
  readonly plain: unknown;
  /** The messages, with all digits of their numbers. */
  readonly messages: readonly Json[];
  readonly isBatch: boolean;
};

/** Reads the body of a request. @throws Problem for one that is not JSON, or is too large or nested too deeply */
export async function readMessages({ config }: Pick<McpContext, 'config'>, call: Call): Promise<Body> {
  const type = call.request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new Problem('unsupported-media-type', 'A message is sent as application/json.', { where: 'Content-Type' });
  }
  const text = decodeUtf8(await readBody(call, Math.min(config.postMaxSize, MAX_BYTES)), 'The message');
  const exact = parseJson(text, 'The message');
  return { plain: JSON.parse(text), messages: Array.isArray(exact) ? exact : [exact], isBatch: Array.isArray(exact) };
}

/**
 * Refuses batches that the revision does not have, or that are too long.
 *
 * @param protocol the revision; null before it is negotiated
 * @throws Problem `malformed-request` (400)
 */
export function requireBatchAllowed({ isBatch, messages }: Body, protocol: string | null): void {
  if (!isBatch) return;
  if (protocol !== null && protocol >= WITH_STRUCTURED_RESULTS) {
    throw new Problem('malformed-request', `Revision ${protocol} has no batches: send one message per request.`);
  }
  if (messages.length > MAX_BATCH) {
    throw new Problem('malformed-request', `The batch has more than ${MAX_BATCH} messages: send them in parts.`);
  }
}

/** The arguments of the request with this id, as they were sent. */
export function argumentsOf({ messages }: Body, id: string | number): JsonObject {
  const message = messages.filter(isObject).find((one) => member(one, 'id') === id);
  const params = message === undefined ? undefined : member(message, 'params');
  const given = isObject(params) ? member(params, 'arguments') : undefined;
  return isObject(given) ? given : {};
}

/** The addresses of the resources that a body subscribes to. */
export function subscribedAddresses({ messages }: Body): readonly string[] {
  return messages.flatMap(
    (message) => LISTEN.safeParse(message).data?.params.notifications.resourceSubscriptions ?? [],
  );
}

/** Whether a body begins a session. */
export function isInitialize({ messages }: Body): boolean {
  return messages.some((message) => isObject(message) && member(message, 'method') === 'initialize');
}

/** Whether a body reads a resource. */
export function reads({ messages }: Body): boolean {
  return messages.some((message) => isObject(message) && member(message, 'method') === 'resources/read');
}

/** The ids of the requests that a body cancels. */
export function cancelledIds({ messages }: Body): readonly (string | number)[] {
  return messages.flatMap((message) => CANCELLED.safeParse(message).data?.params.requestId ?? []);
}

/** Whether the sender of a request wants notifications about its progress. */
export function wantsProgress({ messages }: Body): boolean {
  return messages.some((message) => {
    const params = isObject(message) ? member(message, 'params') : undefined;
    const meta = isObject(params) ? member(params, '_meta') : undefined;
    return isObject(meta) && member(meta, 'progressToken') !== undefined;
  });
}
