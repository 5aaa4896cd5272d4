import * as z from 'zod/mini';
import { encodeBase64Url } from '../../../shared/base/crypto/base64.ts';
import { encodeUtf8 } from '../../../shared/base/crypto/text-encoding.ts';
import type { Sender } from './send.ts';

const messageSchema = z.object({ cursor: z.string(), ids: z._default(z.array(z.string()), []) });

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;

/** What happens on the channel. */
export type NotificationHandlers = {
  /** Short ids of objects that were saved or deleted, by anybody, this page included. */
  readonly changed: (ids: readonly string[]) => void;
  /** Whether the channel is connected. */
  readonly connected?: (connected: boolean) => void;
};

export type NotificationFilter = {
  /** Only a framework and its members: the id of the framework. */
  readonly framework?: string;
  /** Patterns over type keys. */
  readonly type?: string;
};

/** Opens the channel; returns a function that closes it, and ends its reconnecting. */
export type Subscribe = (filter: NotificationFilter, handlers: NotificationHandlers) => () => void;

export type NotificationOptions = {
  readonly webSocket?: (address: string, protocols: readonly string[]) => WebSocket;
  /** Calls back after a time; returns a function that cancels it. */
  readonly after?: (delayMs: number, callback: () => void) => () => void;
};

/**
 * The notification channel (docs/use/integrate.md, Notifications), with a cursor: after an interruption nothing is missed. Connects
 * again at growing intervals.
 *
 * @param base the address of the service, ending in `/api/`
 * @param sender says where the channel is
 */
export function createNotifications(
  base: string,
  { ping, proof }: Pick<Sender, 'ping' | 'proof'>,
  options: NotificationOptions = {},
): Subscribe {
  const { webSocket = (address, protocols) => new WebSocket(address, [...protocols]), after = startTimer } = options;

  let place: string | null = null;

  /** Serverless deployments have the channel at a separate address. */
  async function findPlace(): Promise<string> {
    place ??= (await ping()).notifications ?? new URL('../ws/custom', base).href.replace(/^http/, 'ws');
    return place;
  }

  return ({ framework, type }, { changed, connected }) => {
    let cursor: string | null = null;
    let failures = 0;
    let closed = false;
    let socket: WebSocket | null = null;
    let cancelTimer: (() => void) | null = null;

    function connect(): void {
      Promise.all([findPlace(), proof()]).then(open, retry);
    }

    function open([place, sheet]: readonly [string, string | null]): void {
      if (closed) return;
      const query = new URLSearchParams({
        cursors: 'true',
        ...(framework !== undefined && { framework }),
        ...(type !== undefined && { type }),
        ...(cursor !== null && { since: cursor }),
      });
      const opened = webSocket(`${place}?${query}`, sheet === null ? [] : protocolsOf(sheet));
      socket = opened;
      opened.onopen = () => connected?.(true);
      opened.onmessage = ({ data }) => {
        failures = 0;
        const message = readMessage(data);
        if (message === null) return;
        cursor = message.cursor;
        if (message.ids.length > 0) changed(message.ids);
      };
      opened.onclose = retry;
    }

    function retry(): void {
      if (closed) return;
      connected?.(false);
      const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures) * (0.5 + Math.random() / 2);
      failures++;
      cancelTimer = after(delay, connect);
    }

    connect();
    return () => {
      closed = true;
      cancelTimer?.();
      socket?.close();
    };
  };
}

/** The subprotocols are the only header of a handshake that pages can set: the second one is the sheet (docs/use/integrate.md, Notifications). */
function protocolsOf(sheet: string): readonly string[] {
  return ['signature-sheet', encodeBase64Url(encodeUtf8(sheet))];
}

function readMessage(data: unknown): z.infer<typeof messageSchema> | null {
  if (typeof data !== 'string' || !data.startsWith('{')) return null;
  const parsed = messageSchema.safeParse(JSON.parse(data));
  return parsed.success ? parsed.data : null;
}

function startTimer(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
