import type { Call, Client } from './client.ts';
import type { Answer } from './described-fetch.ts';

/** A JSON-RPC response, as tests look into it. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member, as a client would
export type Reply = { readonly result?: any; readonly error?: any };

/** Headers of both revisions of the protocol. */
export const MCP_HEADERS = { accept: 'application/json, text/event-stream' } as const;

/** `initialize` for a revision of the protocol. */
export function initialize(protocolVersion = '2025-06-18') {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  return { jsonrpc: '2.0', id: 1, method: 'initialize', params };
}

/** A session, with functions that send in it. */
export type McpSession = {
  readonly id: string;
  /** Sends a request, and expects an answer to it. */
  readonly send: (method: string, params?: object, call?: Call) => Promise<Reply>;
  /** Sends any body. */
  readonly post: (json: unknown, call?: Call) => Promise<Answer>;
  /** Calls a tool. */
  readonly tool: (name: string, input?: object, call?: Call) => Promise<NonNullable<Reply['result']>>;
};

/** Starts a session. */
export async function mcpSession(
  client: Client,
  { headers, ...call }: Call = {},
  version?: string,
): Promise<McpSession> {
  const begun = await client.call('/api/mcp', {
    json: initialize(version),
    ...call,
    headers: { ...MCP_HEADERS, ...headers },
  });
  const id = begun.headers.get('mcp-session-id');
  if (id === null) throw new Error(`There is no session: ${begun.text}`);
  const post: McpSession['post'] = (json, more = {}) =>
    client.call('/api/mcp', {
      json,
      ...call,
      ...more,
      headers: { ...MCP_HEADERS, 'mcp-session-id': id, ...headers, ...more.headers },
    });
  const send: McpSession['send'] = async (method, params = {}, more = {}) => {
    const answer = await post({ jsonrpc: '2.0', id: 7, method, params }, more);
    if (answer.status !== 200) throw new Error(`${method} answered ${answer.status}: ${answer.text}`);
    return answer.json();
  };
  return {
    id,
    post,
    send,
    async tool(name, input = {}, more = {}) {
      const { result, error } = await send('tools/call', { name, arguments: input }, more);
      if (error !== undefined) throw new Error(`${name}: ${error.message}`);
      return result;
    },
  };
}

/** The members of `_meta` and the headers of a request of revision 2026-07-28. */
export function standalone(
  method: string,
  params: { readonly name?: string; readonly uri?: string; readonly arguments?: object } = {},
) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name = params.name ?? params.uri;
  return {
    json: { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } },
    headers: {
      ...MCP_HEADERS,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
  };
}
