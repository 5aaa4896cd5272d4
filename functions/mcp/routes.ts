import * as z from 'zod/mini';
import { EVENT_STREAM } from '../../shared/http/event-stream.ts';
import { type Route, routesOf } from '../../shared/http/route.ts';
import { mcpEndpoints } from './endpoints.ts';

const message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.optional(z.union([z.string(), z.int()])),
    method: z.optional(z.string()),
    params: z.optional(z.looseObject({})),
  })
  .check(z.meta({ id: 'JsonRpcMessage', description: 'A message of JSON-RPC 2.0.' }));

const TOOLSETS = 'Comma-separated toolsets of the session: `read`, `task`, `write`, `admin`, or `all`.';
const text = (description: string) => z.optional(z.string().check(z.describe(description)));

/** The Model Context Protocol (specification: Adapter endpoints). */
export const mcpRoutes: readonly Route[] = routesOf(mcpEndpoints, {
  mcp: {
    summary: 'A message of the Model Context Protocol',
    description:
      'Use it from an MCP client, over streamable HTTP: revisions 2025-06-18 and 2025-11-25 with a session, 2026-07-28 without. Every operation of this description is a tool; a call of one has the rights that `signatureSheet`, `Authorization` or the session cookie of this request prove.',
    query: z.object({ toolsets: text(TOOLSETS) }),
    headers: z.object({
      'mcp-session-id': text('The session, as `initialize` returned it.'),
      'mcp-protocol-version': text('Revision of the protocol.'),
      'mcp-toolsets': text(TOOLSETS),
    }),
    requestBody: {
      required: true,
      content: { 'application/json': message },
    },
    responses: {
      200: {
        description: `The response. As \`${EVENT_STREAM}\` when there are notifications before it.`,
        content: { 'application/json': message, [EVENT_STREAM]: z.string() },
      },
      202: { description: 'A notification or a response was accepted.' },
    },
    errors: 'json-rpc',
    problems: [
      ...(['malformed-request', 'malformed-json', 'too-deep', 'invalid-parameter'] as const),
      ...(['token-refused', 'not-signed-in', 'provider-unavailable'] as const),
      ...(['origin-refused', 'no-such-session', 'not-acceptable', 'store-unavailable'] as const),
    ],
  },
  endMcpSession: {
    summary: 'End a session of the Model Context Protocol',
    description: 'Use it at the end of a conversation: the session is no longer accepted.',
    headers: z.object({ 'mcp-session-id': text('The session, as `initialize` returned it.') }),
    responses: { 200: { description: 'The session has ended.' } },
    errors: 'json-rpc',
    problems: ['malformed-request', 'origin-refused', 'no-such-session', 'store-unavailable'],
  },
});
