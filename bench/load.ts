import { Agent, request } from 'node:http';
import type { Process } from './process.ts';

/** The cost of a load. */
export type Cost = {
  /** Requests per second of wall time. */
  readonly rate: number;
  /** Requests per second of the server's processor time; null where the system does not report it. */
  readonly ratePerCpu: number | null;
};

/** One request of a load. */
export type LoadRequest = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Sends every request once, over some kept-alive connections, and measures.
 *
 * @throws Error when one of them is not answered with 2xx
 */
export async function sendAll(server: Process, requests: readonly LoadRequest[], connections: number): Promise<Cost> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const connection = async (): Promise<void> => {
    for (let one = requests[next++]; one !== undefined; one = requests[next++]) await send(server.url, one, agent);
  };
  const before = server.cpu();
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - start) / 1000;
  const after = server.cpu();
  agent.destroy();
  const cpu = before === null || after === null ? null : after - before;
  return { rate: requests.length / seconds, ratePerCpu: cpu === null || cpu === 0 ? null : requests.length / cpu };
}

function send(url: string, { method = 'GET', path, headers, body }: LoadRequest, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, agent, ...(headers && { headers }) }, (response) => {
      const { statusCode = 0 } = response;
      response.on('error', reject).on('end', resolve).resume();
      if (statusCode < 200 || statusCode > 299) reject(new Error(`${method} ${path} was answered ${statusCode}.`));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
