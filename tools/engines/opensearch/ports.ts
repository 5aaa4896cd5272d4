import { createServer } from 'node:net';

/** The ports of a cluster on loopback, one of each kind per node. */
export type Ports = { readonly http: readonly number[]; readonly transport: readonly number[] };

/** The distance between the HTTP port and the transport port of a node, as between OpenSearch's own 9200 and 9300. */
const BETWEEN = 100;

/** Below the range from which systems take the ports of outgoing connections. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/**
 * The ports of a cluster whose first node listens at `first`; the others follow.
 *
 * @throws Error with a sentence for people when one of them is taken
 */
export async function portsFrom(first: number, nodes: number): Promise<Ports> {
  const ports = consecutive(first, nodes);
  for (const port of [...ports.http, ...ports.transport]) {
    if (!(await isFree(port))) throw new Error(`Port ${port} is in use: name another with --port.`);
  }
  return ports;
}

/** Free ports, from 20000 to 32000. */
export async function freePorts(nodes: number): Promise<Ports> {
  for (;;) {
    const ports = consecutive(LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST)), nodes);
    const free = await Promise.all([...ports.http, ...ports.transport].map(isFree));
    if (free.every(Boolean)) return ports;
  }
}

function consecutive(first: number, nodes: number): Ports {
  const http = Array.from({ length: nodes }, (_, i) => first + i);
  return { http, transport: http.map((port) => port + BETWEEN) };
}

/** Whether a port of loopback is free. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
