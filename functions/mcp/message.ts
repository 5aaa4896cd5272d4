import * as z from 'zod/mini';
import { Problem } from '../../shared/base/errors/problem.ts';
import { decodeUtf8, readBody } from '../../shared/http/body.ts';
import type { Call } from '../../shared/http/call.ts';
import { isObject, type JsonObject, member, parseJson } from '../../shared/repository/linked-data/json.ts';
import type { McpContext } from './context.ts';

/** Maximum size of one request. Larger objects must be saved over HTTP. */
const MAX_BYTES = 4 << 20;

const CANCELLED = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

const LISTEN = z.object({
  method: z.literal('subscriptions/listen'),
  params: z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()) }) }),
});

/** The message of a request. */
export type Message = {
  /** The message in the form that the SDK reads. */
  readonly plain: unknown;
  /** The same message, with all digits of its numbers; without members when it is not an object. */
  readonly exact: JsonObject;
};

/**
 * Reads the message of a request.
 *
 * @throws Problem for a body that is not JSON, is too large or nested too deeply, or is a batch: revision 2025-03-26 alone has batches
 */
export async function readMessage({ config }: Pick<McpContext, 'config'>, call: Call): Promise<Message> {
  const type = call.request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw new Problem('unsupported-media-type', 'A message is sent as application/json.', { where: 'Content-Type' });
  }
  const text = decodeUtf8(await readBody(call, Math.min(config.postMaxSize, MAX_BYTES)), 'The message');
  const exact = parseJson(text, 'The message');
  if (Array.isArray(exact))
    throw new Problem('malformed-request', 'Batches are not served: send one message per request.');
  return { plain: JSON.parse(text), exact: isObject(exact) ? exact : {} };
}

/** The arguments of a call, as they were sent. */
export function argumentsOf({ exact }: Message): JsonObject {
  const given = member(paramsOf(exact), 'arguments');
  return isObject(given) ? given : {};
}

/** The addresses of the resources that a message subscribes to. */
export function subscribedAddresses({ exact }: Message): readonly string[] {
  return LISTEN.safeParse(exact).data?.params.notifications.resourceSubscriptions ?? [];
}

/** Whether a message begins a session. */
export function isInitialize({ exact }: Message): boolean {
  return member(exact, 'method') === 'initialize';
}

/** Whether a message reads a resource. */
export function reads({ exact }: Message): boolean {
  return member(exact, 'method') === 'resources/read';
}

/** The id of the request that a message cancels; null when it cancels none. */
export function cancelledId({ exact }: Message): string | number | null {
  return CANCELLED.safeParse(exact).data?.params.requestId ?? null;
}

/** Whether the sender of a request wants notifications about its progress. */
export function wantsProgress({ exact }: Message): boolean {
  const meta = member(paramsOf(exact), '_meta');
  return isObject(meta) && member(meta, 'progressToken') !== undefined;
}

function paramsOf(message: JsonObject): JsonObject {
  const params = member(message, 'params');
  return isObject(params) ? params : {};
}
