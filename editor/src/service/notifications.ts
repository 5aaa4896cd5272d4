import * as z from 'zod/mini';
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

/** Opens the channel; the function that is returned closes it for good. */
export type Subscribe = (filter: NotificationFilter, handlers: NotificationHandlers) => () => void;

export type NotificationOptions = {
  readonly webSocket?: (address: string) => WebSocket;
  /** Calls back after a time; returns what cancels it. */
  readonly after?: (delayMs: number, callback: () => void) => () => void;
};

/**
 * The notification channel (docs/integrate.md, Notifications), with a cursor: after an interruption nothing is missed. Connects
 * again at growing intervals.
 *
 * @param base the address of the service, ending in `/api/`
 * @param sender says where the channel is
 */
export function createNotifications(
  base: string,
  { ping }: Pick<Sender, 'ping'>,
  options: NotificationOptions = {},
): Subscribe {
  const { webSocket = (address) => new WebSocket(address), after = startTimer } = options;

  let place: string | null = null;

  /** Functions have the channel at an address of its own. */
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
      findPlace().then(open, retry);
    }

    function open(place: string): void {
      if (closed) return;
      const query = new URLSearchParams({
        cursors: 'true',
        ...(framework !== undefined && { framework }),
        ...(type !== undefined && { type }),
        ...(cursor !== null && { since: cursor }),
      });
      const opened = webSocket(`${place}?${query}`);
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

function readMessage(data: unknown): z.infer<typeof messageSchema> | null {
  if (typeof data !== 'string' || !data.startsWith('{')) return null;
  const parsed = messageSchema.safeParse(JSON.parse(data));
  return parsed.success ? parsed.data : null;
}

function startTimer(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
