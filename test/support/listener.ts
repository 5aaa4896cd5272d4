import { once } from 'node:events';
import { type RawData, WebSocket } from 'ws';
import type { Place } from './client.ts';

/** How long tests wait for what is told soon, on a machine that is busy with other things. */
export const SOON = { timeout: 15_000 };

/** A listener of the notification channel and what it has heard: one text per frame. */
export type TestListener = {
  readonly socket: WebSocket;
  readonly heard: readonly string[];
  /** Every id in every message, in order, of a listener with cursors or without. */
  readonly ids: () => readonly string[];
  /** The cursor of the last message; null: it was told none. */
  readonly cursor: () => string | null;
  /** Closes the connection and waits until it is closed. */
  readonly leave: () => Promise<void>;
};

export type ListenOptions = {
  readonly sheet?: string | undefined;
  /** Origin of the page that connects, where one does. */
  readonly origin?: string;
  /** Query parameters of the handshake. */
  readonly query?: Readonly<Record<string, string>>;
  readonly path?: string;
};

/** Connects to a service. @throws Error when the handshake is refused */
export async function listenTo(place: Pick<Place, 'url'>, options: ListenOptions = {}): Promise<TestListener> {
  const { sheet, origin, query = {}, path = 'ws/custom' } = options;
  const headers = { ...(sheet !== undefined && { signatureSheet: sheet }), ...(origin !== undefined && { origin }) };
  const search = new URLSearchParams(query).toString();
  const socket = new WebSocket(`${webSocketAddress(place)}${path}${search && `?${search}`}`, { headers });
  const heard: string[] = [];
  socket.on('message', (data: RawData, binary) => heard.push(binary ? 'a binary frame' : data.toString()));
  await once(socket, 'open');
  return {
    socket,
    heard,
    ids: () => heard.flatMap(idsIn),
    cursor: () => {
      const last = heard.at(-1);
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
