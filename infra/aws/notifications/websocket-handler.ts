import * as z from 'zod/mini';
import type { ManagedHandshake } from '../../../events/websocket/connect.ts';
import { type Logger, withFields } from '../../../shared/base/telemetry/logger.ts';
import { protocolHeader } from '../../../shared/http/caller.ts';
import { renderProblem, toProblem } from '../../../shared/http/render-problem.ts';
import { toHeaders } from '../lambda/http-event.ts';

/** Handlers of the events of connections. */
export type WebSocketEvents = {
  connect(handshake: ManagedHandshake): Promise<void>;
  disconnect(id: string): Promise<void>;
  message(id: string): Promise<void>;
};

const TEXTS = z.record(z.string(), z.array(z.string()));
const EVENT = z.object({
  requestContext: z.object({
    eventType: z.enum(['CONNECT', 'MESSAGE', 'DISCONNECT']),
    connectionId: z.string(),
    domainName: z.optional(z.string()),
    identity: z.optional(z.object({ sourceIp: z.optional(z.string()) })),
  }),
  headers: z.nullish(z.record(z.string(), z.string())),
  multiValueQueryStringParameters: z.nullish(TEXTS),
  queryStringParameters: z.nullish(z.record(z.string(), z.string())),
});

type WebSocketEvent = z.infer<typeof EVENT>;

/** The response to an event; any status but 200 refuses a handshake. */
export type WebSocketAnswer = {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Handles the events of a WebSocket API of API Gateway: `$connect`, `$disconnect` and all others. The type of the event decides,
 * not the route, which a message can choose.
 */
export function createWebSocketHandler(
  events: WebSocketEvents,
  logger: Logger,
): (event: unknown) => Promise<WebSocketAnswer> {
  async function answer(event: WebSocketEvent): Promise<void> {
    const { eventType, connectionId } = event.requestContext;
    if (eventType === 'CONNECT') await events.connect(handshakeOf(event));
    else if (eventType === 'DISCONNECT') await events.disconnect(connectionId);
    else await events.message(connectionId);
  }

  return async (event) => {
    try {
      const parsed = z.parse(EVENT, event);
      await answer(parsed);
      const headers = protocolHeader(toHeaders(parsed.headers ?? {}));
      return { statusCode: 200, ...(Object.keys(headers).length > 0 && { headers }) };
    } catch (error) {
      const requestId = crypto.randomUUID();
      const { status, headers, body } = renderProblem(
        toProblem(withFields(logger, { requestId }), error),
        'problem+json',
        requestId,
      );
      return { statusCode: status, headers: { ...headers, 'x-request-id': requestId }, body: String(body) };
    }
  };
}

function handshakeOf(event: WebSocketEvent): ManagedHandshake {
  const { connectionId: id, domainName = 'localhost', identity } = event.requestContext;
  return {
    id,
    url: `https://${domainName}/?${queryOf(event)}`,
    headers: toHeaders(event.headers ?? {}),
    peerAddress: identity?.sourceIp,
  };
}

/** The query of an event, which has decoded parameters: all values of each, or with serverless-offline only the last. */
function queryOf({ multiValueQueryStringParameters: all, queryStringParameters: last }: WebSocketEvent): string {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(all ?? {})) for (const value of values) query.append(name, value);
  for (const [name, value] of Object.entries(last ?? {})) if (!query.has(name)) query.append(name, value);
  return query.toString();
}
