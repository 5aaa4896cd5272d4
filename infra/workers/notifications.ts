import { REKEY_TYPE_KEYS } from '../../shared/access/kbac-types.ts';
import { hasExpired } from '../../shared/access/kept-proof.ts';
import { readEntry } from '../../shared/notifications/log-entry.ts';
import { type Listener, messageFor } from '../../shared/notifications/message.ts';
import type { Change } from '../../shared/objects/change-feed.ts';
import { LISTENERS_URL, TOLD_URL } from './feed.ts';
import { type KeptListener, listenerOf } from './kept-listener.ts';
import type { DurableObjectState, HibernatingSocket, UpgradeInit } from './runtime.ts';
import { createTold, type Told } from './told.ts';

declare const WebSocketPair: new () => { readonly 0: WebSocket; readonly 1: HibernatingSocket };

/** The service cannot go on with this connection, and a new one is welcome (RFC 6455, registered close codes). */
const COME_AGAIN = 1012;

/** What the listener proved counts no more (RFC 6455, 7.4.1: policy). */
const NO_MORE_PROOF = 1008;

/** The key of a listener in the object's storage. */
const place = (id: string): string => `listener:${id}`;

/** The key of a listener who has not connected yet: its id begins with the time when it was announced. */
const coming = (id: string): string => `coming:${id}`;

/** The beginning of ids of a time, UTC milliseconds: in the order of the numbers. */
const idsOf = (time: number): string => String(Math.max(0, time)).padStart(16, '0');

/** Milliseconds in which who was announced connects, or never does. */
const PATIENCE = 60_000;

/** Listeners removed at a time: as many as one call takes. */
const AT_ONCE = 128;

/** A listener, with what its handshake is compared with when objects change. */
type Known = { readonly kept: KeptListener; readonly listener: Listener };

/**
 * Holds the listeners of the notification channel and tells them of changes, in the order in which it is told. It sleeps while
 * there is nothing to tell: then only the connections are there, and the storage. It trusts who calls it: workers alone can.
 */
export class Notifications {
  readonly #state: DurableObjectState;
  readonly #told: Told;
  /** What is known of listeners, by id, since the object woke up. */
  readonly #known = new Map<string, Known>();

  constructor(state: DurableObjectState) {
    this.#state = state;
    this.#told = createTold(state.storage, Date.now);
  }

  /** Changes to tell, what was told, who is about to connect, or the connection. */
  async fetch(request: Request): Promise<Response> {
    if (request.headers.get('upgrade') !== null) return this.#connect(request.url.slice(LISTENERS_URL.length + 1));
    if (request.url === LISTENERS_URL) return this.#keep((await request.json()) as KeptListener); // of handshake.ts
    if (request.url.startsWith(TOLD_URL)) {
      await this.#sweep();
      return Response.json(await this.#told.since(Number(new URL(request.url).searchParams.get('since'))));
    }
    const texts = (await request.json()) as string[]; // of feed.ts
    for (const text of texts) {
      const entry = readEntry(text);
      if (entry.kind !== 'change') continue;
      await this.#tell(entry.change);
      await this.#told.add(entry.change);
    }
    return new Response(null, { status: 204 });
  }

  /** What listeners say is ignored. */
  webSocketMessage(): void {}

  async webSocketClose(socket: HibernatingSocket): Promise<void> {
    const id = idOf(socket);
    this.#known.delete(id);
    await this.#state.storage.delete(place(id));
    closeBack(socket);
  }

  async webSocketError(socket: HibernatingSocket): Promise<void> {
    await this.webSocketClose(socket);
  }

  async #keep(kept: KeptListener): Promise<Response> {
    const id = `${idsOf(Date.now())}.${crypto.randomUUID()}`;
    await this.#state.storage.put(coming(id), true);
    await this.#state.storage.put(place(id), kept);
    return new Response(id);
  }

  /** Removes listeners who were announced and never came. */
  async #sweep(): Promise<void> {
    const range = { start: coming(''), end: coming(idsOf(Date.now() - PATIENCE)), limit: AT_ONCE };
    const ids = [...(await this.#state.storage.list(range)).keys()].map((key) => key.slice(coming('').length));
    if (ids.length === 0) return;
    await this.#state.storage.delete(ids.map(place));
    await this.#state.storage.delete(ids.map(coming));
  }

  async #connect(id: string): Promise<Response> {
    await this.#state.storage.delete(coming(id));
    const { 0: client, 1: server } = new WebSocketPair();
    this.#state.acceptWebSocket(server);
    server.serializeAttachment(id);
    return new Response(null, { status: 101, webSocket: client } as UpgradeInit);
  }

  async #tell(change: Change): Promise<void> {
    for (const socket of this.#state.getWebSockets()) {
      const known = await this.#find(idOf(socket));
      if (known === null) continue;
      if (hasExpired(known.kept.proofs, Date.now())) {
        socket.close(NO_MORE_PROOF, 'A signature of the handshake has expired: connect again.');
        continue;
      }
      const message = messageFor(change, known.listener);
      if (message !== null) send(socket, message);
      if (isOutdated(known.kept, change)) socket.close(COME_AGAIN, 'What the handshake found has changed: come again.');
    }
  }

  async #find(id: string): Promise<Known | null> {
    const before = this.#known.get(id);
    if (before !== undefined) return before;
    const kept = (await this.#state.storage.get(place(id))) as KeptListener | undefined; // of #keep
    if (kept === undefined) return null;
    const known = { kept, listener: listenerOf(kept) };
    this.#known.set(id, known);
    return known;
  }
}

/** Keys may lead elsewhere now, or the framework may list others: only the store knows, and a new handshake asks it. */
function isOutdated({ proofs, framework }: KeptListener, { objects }: Change): boolean {
  return objects.some(({ typeKey, shortId }) => {
    return (proofs.length > 0 && REKEY_TYPE_KEYS.includes(typeKey)) || framework?.shortId === shortId;
  });
}

function idOf(socket: HibernatingSocket): string {
  return String(socket.deserializeAttachment());
}

/** A client that closes waits for the answer (RFC 6455, 7.1.5), which later versions of the runtime give by themselves. */
function closeBack(socket: HibernatingSocket): void {
  try {
    socket.close(1000);
  } catch {
    // It is closed.
  }
}

/** A connection that just closed is told of nothing. */
function send(socket: HibernatingSocket, message: string): void {
  try {
    socket.send(message);
  } catch {
    // Its end is told to `webSocketClose`.
  }
}
