import type { Logger } from '../../shared/base/telemetry/logger.ts';

/** The notifications of a replicated server. */
export type PeerNotifications = {
  /** The ids of objects that have changed since the last call. */
  readonly takeIds: () => readonly string[];
  readonly close: () => void;
};

const FIRST_DELAY_MS = 5_000;
const MAX_DELAY_MS = 5 * 60_000;

/** Maximum number of ids; the search finds further changes. */
const MAX_IDS = 10_000;

/**
 * Follows the notification channel of a server, `/ws/custom` beside its API, and connects again when the connection ends. Messages are
 * an id, or a JSON array of ids.
 *
 * @param peer base URL of its API, which the operator configured
 */
export function followPeer(peer: string, logger: Pick<Logger, 'warn'>): PeerNotifications {
  const url = peer.replace(/^http/, 'ws').replace(/api\/$/, 'ws/custom');
  let ids = new Set<string>();
  let delayMs = FIRST_DELAY_MS;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let socket: WebSocket;

  function connect(): void {
    socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      delayMs = FIRST_DELAY_MS;
    };
    socket.onmessage = ({ data }) => {
      const text = typeof data === 'string' ? data : new TextDecoder().decode(data);
      for (const id of idsIn(text)) if (ids.size < MAX_IDS) ids.add(id);
    };
    socket.onclose = ({ code }) => {
      if (isClosed) return;
      if (delayMs === FIRST_DELAY_MS)
        logger.warn('NETWORK', 'The replicated server sends no notifications', { peer, code });
      timer = setTimeout(connect, delayMs).unref();
      delayMs = Math.min(MAX_DELAY_MS, delayMs * 2);
    };
  }

  connect();
  return {
    takeIds() {
      const taken = [...ids];
      ids = new Set();
      return taken;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}

function idsIn(text: string): readonly string[] {
  if (!text.startsWith('[')) return text === '' ? [] : [text];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    return []; // not a message of this channel: the search finds the changes
  }
}
