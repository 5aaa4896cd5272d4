import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectedAuthorization } from './aws-signature.ts';

/** The keys whose signatures it accepts. */
export const CHANNEL_KEYS = { accessKeyId: 'channel', secretAccessKey: 'secret of the channel' };

/** A fake management endpoint of a WebSocket API: accepts signed calls, and records the messages to each connection. */
export type TestChannel = {
  readonly endpoint: string;
  /** The messages sent to a connection, in order. */
  received(id: string): readonly string[];
  /** Ids of the open connections. */
  readonly open: Set<string>;
  /** Returns the status of each post before it is accepted; 200 accepts it. */
  answer: (id: string, message: string) => number | Promise<number>;
  /** Calls whose signature was wrong. */
  readonly unsigned: string[];
  stop(): Promise<void>;
};

export async function startTestChannel(region: string): Promise<TestChannel> {
  const sent = new Map<string, string[]>();
  const open = new Set<string>();
  const unsigned: string[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, `${value}`]),
    );
    const signed = new Headers([...headers].filter(([name]) => signedNames(headers).includes(name)));
    const call = { url, method: request.method ?? '', headers: signed, body };
    const id = decodeURIComponent(/^\/live\/@connections\/([^/]+)$/.exec(url.pathname)?.[1] ?? '');
    const status = async (): Promise<number> => {
      if (headers.get('authorization') !== expectedAuthorization(call, CHANNEL_KEYS, region, 'execute-api')) {
        unsigned.push(`${request.method} ${request.url} ${headers.get('authorization')}`);
        return 403;
      }
      if (!open.has(id)) return 410;
      if (request.method === 'DELETE') {
        open.delete(id);
        return 204;
      }
      if (Buffer.byteLength(body) > 128 * 1024) return 413;
      const answer = await channel.answer(id, body);
      if (answer === 200) sent.set(id, [...(sent.get(id) ?? []), body]);
      return answer;
    };
    response.statusCode = await status();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens at a port
  const channel: TestChannel = {
    endpoint: `http://127.0.0.1:${port}/live`,
    received: (id) => sent.get(id) ?? [],
    open,
    answer: () => 200,
    unsigned,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return channel;
}

function signedNames(headers: Headers): readonly string[] {
  return /SignedHeaders=([^,]*)/.exec(headers.get('authorization') ?? '')?.[1]?.split(';') ?? [];
}
