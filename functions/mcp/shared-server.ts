import type { JSONRPCMessage, JSONRPCRequest, RequestId, Transport } from '@modelcontextprotocol/server';
import { createMcpServer, type Exchange, type Served } from './server.ts';
import type { Era } from './tools/catalog.ts';

/** Answers one request. Its id need not be unique. */
export type SharedServer = (request: JSONRPCRequest, exchange: Exchange) => Promise<JSONRPCMessage>;

type Pending = { readonly exchange: Exchange; readonly resolve: (answer: JSONRPCMessage) => void };

/**
 * A server of the SDK for the requests of many clients: creating one takes longer than answering a request. It stores nothing about
 * clients. It gives each request an id of its own, by which the exchange is found; notifications before an answer are dropped.
 */
export async function openSharedServer(served: Served, era: Era): Promise<SharedServer> {
  const pending = new Map<RequestId, Pending>();
  let lastId = 0;
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    async send(message) {
      if ('method' in message || message.id === undefined) return;
      pending.get(message.id)?.resolve(message);
      pending.delete(message.id);
    },
  };
  const server = createMcpServer(served, era, (id) => {
    const found = pending.get(id);
    if (found === undefined) throw new Error('There is no such request.');
    return found.exchange;
  });
  await server.connect(transport);

  return async (request, exchange) => {
    const id = ++lastId;
    const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
    pending.set(id, { exchange, resolve });
    transport.onmessage?.({ ...request, id });
    const answer = await promise;
    return { ...answer, id: request.id };
  };
}
