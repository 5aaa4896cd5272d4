import { Agent, request } from 'node:http';
import { createPoolTransport } from '../../infra/node/pool-transport.ts';
import { openOpenSearchStore } from '../../shared/stores/opensearch/open.ts';
import { startServer, type TestServer } from '../../test/support/server.ts';
import { startOpenSearch } from '../../tools/engines/opensearch/start.ts';
import { cpuOf, observed, type Process } from '../process.ts';

/** The engine under load: one node with 1 GB of heap of its own. */
export async function startEngine(): Promise<Process> {
  const cluster = await startOpenSearch({ own: true, heap: '1g', environment: process.env });
  return { url: cluster.endpoint, cpu: () => sum(cluster.pids().map(cpuOf)), stop: cluster.stop };
}

/** A service on an engine, and the two as one: what they use together is what a request costs. */
export type Service = { readonly server: TestServer; readonly load: Process };

/** Starts the service on an engine. Services with one prefix are instances of one. */
export async function startService(engine: Process, prefix: string, endpoint = engine.url): Promise<Service> {
  const server = await startServer({ SEARCH_ENDPOINT: endpoint, SEARCH_PREFIX: prefix, SEARCH_REPLICAS: '0' });
  const own = observed(server.process, `http://127.0.0.1:${server.port}`);
  return { server, load: { url: own.url, cpu: () => sum([own.cpu(), engine.cpu()]), stop: server.dispose } };
}

/** The store of an instance that only reads. @param prefix of its indices */
export function openReader(engine: Process, prefix: string) {
  return openOpenSearchStore({
    transport: createPoolTransport({ endpoint: engine.url, authorization: null, ca: null, sign: null }),
    prefix,
    shards: 1,
    replicas: 0,
    upkeep: false,
    describe: () => {
      throw new Error('Nothing is written here.');
    },
  });
}

/** The simplest client of the engine: one connection, kept alive. */
export type RawClient = {
  /** @throws Error when the response is not 2xx, or reports failed items */
  send(method: string, path: string, body?: string): Promise<string>;
  close(): void;
};

export function rawClient(engine: Process): RawClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: (method, path, body) =>
      new Promise((resolve, reject) => {
        const headers = { 'content-type': path.includes('_bulk') ? 'application/x-ndjson' : 'application/json' };
        const sent = request(`${engine.url}/${path}`, { method, agent, headers }, async (response) => {
          const text = Buffer.concat(await response.toArray()).toString();
          const failed = (response.statusCode ?? 500) > 299 || text.slice(0, 100).includes('"errors":true');
          if (failed) reject(new Error(`${method} ${path} was answered ${response.statusCode}: ${text.slice(0, 500)}`));
          else resolve(text);
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function sum(seconds: readonly (number | null)[]): number | null {
  return seconds.reduce((all, one) => (all === null || one === null ? null : all + one), 0);
}
