import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** A fault of one request or its response in transit. Byte counts refer to the response. */
export type Fault =
  /** The connection is reset after this many bytes of the response; after 0: the request arrives, but no response is sent. */
  | { readonly kind: 'reset'; readonly after: number }
  /** The answer ends after this many bytes, as if it were complete. */
  | { readonly kind: 'end'; readonly after: number }
  /** The answer is delayed by this many milliseconds. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The connection is reset, and the request never arrives. */
  | { readonly kind: 'lose' }
  /** The connection is reset, and the request arrives nevertheless, this many milliseconds later. */
  | { readonly kind: 'late'; readonly ms: number }
  /** The request arrives, and the answer never comes. */
  | { readonly kind: 'silence' };

/** A TCP proxy in front of one or several HTTP servers, which can cause the faults of networks. */
export type FaultyProxy = {
  /** Its address, such as `http://127.0.0.1:31234`. */
  readonly endpoint: string;
  /** Decides over each request by its first line, such as `POST /_bulk?refresh=false`; null: no fault. */
  fate: ((line: string) => Fault | null) | null;
  /** Number of `late` requests that have not been answered yet. */
  late: number;
  /** Ends all connections by a reset, and refuses new ones. */
  refuse(): Promise<void>;
  /** Accepts connections again. */
  accept(): Promise<void>;
  /** Ends everything. */
  close(): Promise<void>;
};

/** The first line of an HTTP/1.1 request, without the protocol. */
const REQUEST_LINE = /^((?:GET|HEAD|POST|PUT|DELETE) \S+) HTTP\/1\.1\r\n/;

/**
 * Starts a proxy on a free port of loopback.
 *
 * @param targets addresses of servers; connections go to the next one in turn that accepts them, as with a load balancer
 */
export async function openProxy(...targets: readonly string[]): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const proxy = { fate: null as FaultyProxy['fate'], late: 0 };
  const server = createServer({ noDelay: true }, (client) => {
    keep(client);
    connectAny(targets.length);

    function connectAny(left: number): void {
      if (left === 0) return void client.resetAndDestroy();
      const { hostname, port } = new URL(targets[turn++ % targets.length] ?? '');
      const upstream = createConnection({ host: hostname, port: Number(port), noDelay: true });
      const failed = (): void => connectAny(left - 1);
      upstream.once('error', failed);
      upstream.once('connect', () => {
        upstream.off('error', failed);
        keep(upstream);
        join(client, upstream, (line) => {
          const fault = proxy.fate?.(line) ?? null;
          if (fault?.kind === 'late') {
            proxy.late++;
            upstream.once('close', () => proxy.late--);
          }
          return fault;
        });
      });
    }
  });

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  }
  const port = await listen(server, 0);
  const refuse = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };
  return Object.assign(proxy, {
    endpoint: `http://127.0.0.1:${port}`,
    refuse,
    accept: async () => void (await listen(server, port)),
    close: async () => {
      if (server.listening) await refuse();
    },
  });
}

/** Forwards bytes in both directions; a fault applies to the request that it was decided for. */
function join(client: Socket, upstream: Socket, decide: (line: string) => Fault | null): void {
  let fault: Fault | null = null;
  let held: Buffer[] = [];
  let answered = 0;

  client.on('data', (chunk: Buffer) => {
    const line = REQUEST_LINE.exec(chunk.toString('latin1'))?.[1];
    if (line !== undefined) {
      fault = decide(line);
      held = [];
      answered = 0;
    }
    if (fault?.kind === 'lose') {
      client.resetAndDestroy();
    } else if (fault?.kind === 'late') {
      held.push(chunk);
      const request = Buffer.concat(held);
      if (!isWhole(request)) return;
      setTimeout(() => upstream.end(request), fault.ms);
      client.resetAndDestroy();
    } else {
      upstream.write(chunk);
    }
  });
  upstream.on('data', (chunk: Buffer) => {
    if (fault?.kind === 'silence' || client.destroyed || client.writableEnded) return;
    if (fault?.kind === 'delay') {
      setTimeout(() => client.destroyed || client.write(chunk), fault.ms);
      return;
    }
    const left = fault?.kind === 'reset' || fault?.kind === 'end' ? fault.after - answered : Number.POSITIVE_INFINITY;
    answered += chunk.length;
    if (chunk.length < left) client.write(chunk);
    else if (fault?.kind === 'end') client.end(chunk.subarray(0, left));
    else client.write(chunk.subarray(0, left), () => client.resetAndDestroy());
  });
  client.on('end', () => upstream.end());
  upstream.on('end', () => client.end());
  client.on('close', () => fault?.kind === 'late' || upstream.destroy());
  upstream.on('close', () => client.destroy());
}

/** Whether a request with a known length is complete (RFC 9112, section 6.2). */
function isWhole(request: Buffer): boolean {
  const head = request.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const [, length = '0'] = /^content-length: *(\d+)/im.exec(request.subarray(0, head).toString('latin1')) ?? [];
  return request.length >= head + 4 + Number(length);
}

/** @returns the port */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
