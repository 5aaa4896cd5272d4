import { once } from 'node:events';
import { type ClientOptions, type RawData, WebSocket } from 'ws';
import type { Place } from './client.ts';

/** How long tests wait for a message, on a busy machine. */
export const SOON = { timeout: 15_000 };

/** How long a client waits for the connection to end after both have sent that they close: workerd leaves that to the client. */
const CLOSE_TIMEOUT_MS = 1_000;

/** A subscriber of the notification channel. */
export type TestSubscriber = {
  readonly socket: WebSocket;
  /** One text per frame. */
  readonly received: readonly string[];
  /** Every id in every message, in order, with or without cursors. */
  readonly ids: () => readonly string[];
  /** The cursor of the last message; null: it has none. */
  readonly cursor: () => string | null;
  /** Closes the connection and waits until it is closed. */
  readonly leave: () => Promise<void>;
};

export type SubscribeOptions = {
  readonly sheet?: string | undefined;
  /** Origin of the page that connects; absent: not a page. */
  readonly origin?: string;
  /** Other headers of the handshake. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters of the handshake. */
  readonly query?: Readonly<Record<string, string>>;
  readonly path?: string;
};

/** Connects to a service. @throws Error when the handshake is refused */
export async function subscribeTo(place: Pick<Place, 'url'>, options: SubscribeOptions = {}): Promise<TestSubscriber> {
  const { sheet, origin, query = {}, path = 'ws/custom' } = options;
  const headers = {
    ...(sheet !== undefined && { signatureSheet: sheet }),
    ...(origin !== undefined && { origin }),
    ...options.headers,
  };
  const search = new URLSearchParams(query).toString();
  const settings: ClientOptions & { readonly closeTimeout: number } = { headers, closeTimeout: CLOSE_TIMEOUT_MS };
  const socket = new WebSocket(`${webSocketAddress(place)}${path}${search && `?${search}`}`, settings);
  const received: string[] = [];
  socket.on('message', (data: RawData, binary) => received.push(binary ? 'a binary frame' : data.toString()));
  await once(socket, 'open');
  return {
    socket,
    received,
    ids: () => received.flatMap(idsIn),
    cursor: () => {
      const last = received.at(-1);
      return last?.startsWith('{') ? JSON.parse(last).cursor : null;
    },
    async leave() {
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

/** The status and the problem document of a handshake that is refused. */
export async function refusalOf(place: Pick<Place, 'url'>, query: Readonly<Record<string, string>>, sheet?: string) {
  const headers = sheet === undefined ? {} : { signatureSheet: sheet };
  const socket = new WebSocket(`${webSocketAddress(place)}ws/custom?${new URLSearchParams(query)}`, { headers });
  const [, response] = await once(socket, 'unexpected-response');
  const text = (await response.toArray()).join('');
  return { status: Number(response.statusCode), type: response.headers['content-type'], problem: JSON.parse(text) };
}

function webSocketAddress({ url }: Pick<Place, 'url'>): string {
  return url.replace(/^http/, 'ws');
}

function idsIn(message: string): readonly string[] {
  if (message.startsWith('{')) return JSON.parse(message).ids;
  return message.startsWith('[') ? JSON.parse(message) : [message];
}
