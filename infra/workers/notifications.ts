import { protocolHeader } from '../../shared/http/caller.ts';
import { REKEY_TYPE_KEYS } from '../../shared/repository/access/kbac-types.ts';
import { hasExpired } from '../../shared/repository/access/stored-proof.ts';
import { readEntry } from '../../shared/repository/notifications/change-log.ts';
import { type MessageRecipient, messageFor } from '../../shared/repository/notifications/message.ts';
import type { Change } from '../../shared/repository/objects/change-feed.ts';
import { DELIVERED_URL, REACHED_URL, SUBSCRIBERS_URL } from './feed.ts';
import type { ReplayPart } from './replay.ts';
import type { DurableObjectState, HibernatingSocket, UpgradeInit } from './runtime.ts';
import { recipientOf, type StoredSubscriber } from './stored-subscriber.ts';

declare const WebSocketPair: new () => { readonly 0: WebSocket; readonly 1: HibernatingSocket };

/** The client should reconnect (RFC 6455, registered close codes). */
const SERVICE_RESTART = 1012;

/** What the subscriber missed cannot be read now (RFC 6455, registered close codes). */
const TRY_AGAIN_LATER = 1013;

/** A proof of the subscriber has expired (RFC 6455, 7.4.1). */
const POLICY_VIOLATION = 1008;

/** The key of a subscriber in the object's storage. */
const subscriberKey = (id: string): string => `subscriber:${id}`;

/** The key of a subscriber that has not connected yet; ids begin with the time of registration. */
const pendingKey = (id: string): string => `pending:${id}`;

/** The key of the latest cursor before which every change was delivered. */
const REACHED_KEY = 'reached';

/** The beginning of ids registered at a time, UTC milliseconds; ids sort by time. */
const idPrefix = (time: number): string => String(Math.max(0, time)).padStart(16, '0');

/** A registered subscriber that has not connected after this time never will. */
const CONNECT_TIMEOUT_MS = 60_000;

/** The storage deletes up to this many entries per call. */
const DELETE_BATCH_SIZE = 128;

type Subscriber = { readonly stored: StoredSubscriber; readonly recipient: MessageRecipient };

/** A cursor, and when it was received, UTC milliseconds. */
type Reached = { readonly cursor: string; readonly time: number };

/**
 * Holds the connections of the notification channel and delivers changes in the order of their publication. It hibernates in
 * between: then only connections and storage remain. It trusts its callers: only workers can call it.
 */
export class Notifications {
  readonly #state: DurableObjectState;
  readonly #delivered: DeliveredWrites;
  /** Cache of subscribers by id, since the object woke up. */
  readonly #cache = new Map<string, Subscriber>();
  /** Cache; undefined: not read since the object woke up. */
  #reached: Reached | null | undefined;

  constructor(state: DurableObjectState) {
    this.#state = state;
    this.#delivered = createDeliveredWrites(state.storage, Date.now);
  }

  /** Handles published changes, queries of delivered writes, registrations, connections, and what these missed. */
  async fetch(request: Request): Promise<Response> {
    if (request.url.startsWith(`${SUBSCRIBERS_URL}/`)) return this.#handleConnection(request);
    if (request.url === REACHED_URL) {
      this.#reached = { cursor: await request.text(), time: Date.now() };
      await this.#state.storage.put(REACHED_KEY, this.#reached);
      return new Response(null, { status: 204 });
    }
    if (request.url === SUBSCRIBERS_URL) return this.#register((await request.json()) as StoredSubscriber); // of handshake.ts
    if (request.url.startsWith(DELIVERED_URL)) {
      await this.#sweep();
      return Response.json(await this.#delivered.since(Number(new URL(request.url).searchParams.get('since'))));
    }
    const texts = (await request.json()) as string[]; // of feed.ts
    for (const text of texts) {
      const entry = readEntry(text);
      if (entry.kind !== 'change') continue;
      await this.#deliver(entry.change);
      await this.#delivered.add(entry.change);
    }
    return new Response(null, { status: 204 });
  }

  /** Messages from subscribers are ignored. */
  webSocketMessage(): void {}

  async webSocketClose(socket: HibernatingSocket): Promise<void> {
    const id = idOf(socket);
    this.#cache.delete(id);
    await this.#state.storage.delete(subscriberKey(id));
    closeBack(socket);
  }

  async webSocketError(socket: HibernatingSocket): Promise<void> {
    await this.webSocketClose(socket);
  }

  async #register(subscriber: StoredSubscriber): Promise<Response> {
    const id = `${idPrefix(Date.now())}.${crypto.randomUUID()}`;
    await this.#state.storage.put(pendingKey(id), true);
    await this.#state.storage.put(subscriberKey(id), subscriber);
    return new Response(id);
  }

  /** Deletes subscribers that were registered and never connected. */
  async #sweep(): Promise<void> {
    const range = {
      start: pendingKey(''),
      end: pendingKey(idPrefix(Date.now() - CONNECT_TIMEOUT_MS)),
      limit: DELETE_BATCH_SIZE,
    };
    const ids = [...(await this.#state.storage.list(range)).keys()].map((key) => key.slice(pendingKey('').length));
    if (ids.length === 0) return;
    await this.#state.storage.delete(ids.map(subscriberKey));
    await this.#state.storage.delete(ids.map(pendingKey));
  }

  /** Opens a connection, sends it a part of what it missed, or closes it because that cannot be read. */
  async #handleConnection(request: Request): Promise<Response> {
    const id = request.url.slice(SUBSCRIBERS_URL.length + 1);
    if (request.headers.get('upgrade') !== null) return this.#connect(id, protocolHeader(request.headers));
    const sockets = this.#state.getWebSockets(id);
    if (request.method === 'DELETE') {
      for (const socket of sockets) socket.close(TRY_AGAIN_LATER, 'What was missed cannot be read now: connect again.');
      return new Response(null, { status: 204 });
    }
    const { messages, end } = (await request.json()) as ReplayPart; // of replay.ts
    for (const socket of sockets) for (const message of messages) send(socket, message);
    if (end !== null) await this.#endReplay(id, end);
    return new Response(null, { status: 204 });
  }

  /** From now on, the subscriber's messages have later cursors. */
  async #endReplay(id: string, cursor: string): Promise<void> {
    const subscriber = await this.#find(id);
    if (subscriber === null || subscriber.stored.cursor === null) return;
    const stored = { ...subscriber.stored, cursor, replayedAt: Date.now() };
    this.#cache.set(id, { ...subscriber, stored });
    await this.#state.storage.put(subscriberKey(id), stored);
  }

  async #connect(id: string, headers: Readonly<Record<string, string>>): Promise<Response> {
    await this.#state.storage.delete(pendingKey(id));
    const { 0: client, 1: server } = new WebSocketPair();
    this.#state.acceptWebSocket(server, [id]);
    server.serializeAttachment(id);
    return new Response(null, { status: 101, webSocket: client, headers } as UpgradeInit);
  }

  async #deliver(change: Change): Promise<void> {
    for (const socket of this.#state.getWebSockets()) {
      const subscriber = await this.#find(idOf(socket));
      if (subscriber === null) continue;
      if (hasExpired(subscriber.stored.proofs, Date.now())) {
        socket.close(POLICY_VIOLATION, 'A signature of the handshake has expired: connect again.');
        continue;
      }
      const message = messageFor(change, subscriber.recipient, await this.#cursorOf(subscriber.stored));
      if (message !== null) send(socket, message);
      if (isOutdated(subscriber.stored, change))
        socket.close(SERVICE_RESTART, 'The subscription is out of date: reconnect.');
    }
  }

  /**
   * A cursor before which the subscriber has received every change. A subscriber that resumes from it also receives some later
   * changes again. Null: it has no cursors.
   */
  async #cursorOf({ cursor, replayedAt }: StoredSubscriber): Promise<string | null> {
    if (cursor === null || replayedAt === null) return cursor;
    this.#reached ??= ((await this.#state.storage.get(REACHED_KEY)) as Reached | undefined) ?? null; // of fetch
    return this.#reached !== null && this.#reached.time > replayedAt ? this.#reached.cursor : cursor;
  }

  async #find(id: string): Promise<Subscriber | null> {
    const cached = this.#cache.get(id);
    if (cached !== undefined) return cached;
    const stored = (await this.#state.storage.get(subscriberKey(id))) as StoredSubscriber | undefined; // of #register
    if (stored === undefined) return null;
    const subscriber = { stored, recipient: recipientOf(stored) };
    this.#cache.set(id, subscriber);
    return subscriber;
  }
}

/** Keys may have been forwarded, or the framework changed: only the store knows, and a new handshake reads it. */
function isOutdated({ proofs, framework }: StoredSubscriber, { objects }: Change): boolean {
  return objects.some(({ typeKey, shortId }) => {
    return (proofs.length > 0 && REKEY_TYPE_KEYS.includes(typeKey)) || framework?.shortId === shortId;
  });
}

function idOf(socket: HibernatingSocket): string {
  return String(socket.deserializeAttachment());
}

/** A client that closes waits for the close frame of the server (RFC 6455, 7.1.5), which later runtimes send by themselves. */
function closeBack(socket: HibernatingSocket): void {
  try {
    socket.close(1000);
  } catch {
    // It is closed already.
  }
}

/** Ignores a connection that has just closed. */
function send(socket: HibernatingSocket, message: string): void {
  try {
    socket.send(message);
  } catch {
    // The runtime calls `webSocketClose`.
  }
}

/** The writes that a durable object has delivered to its subscribers. */
type DeliveredWrites = {
  add(change: Change): Promise<void>;
  /** The `writeId` of each object of each change added since a time, UTC milliseconds, and of some earlier ones. */
  since(time: number): Promise<readonly string[]>;
};

/** By how much the callers' clocks may be behind. */
const MAX_CLOCK_SKEW_MS = 60_000;

const PREFIX = 'delivered:';
/** The first key after all keys of the prefix. */
const END = 'delivered;';

/** The key of a time; keys sort by time. */
const at = (time: number): string => PREFIX + String(Math.max(0, time)).padStart(16, '0');

/** Stores delivered writes in the object's storage. Each query starts where the previous one ended, so older entries are deleted. */
function createDeliveredWrites(storage: DurableObjectState['storage'], now: () => number): DeliveredWrites {
  return {
    async add({ objects }) {
      await storage.put(
        `${at(now())}:${crypto.randomUUID()}`,
        objects.map(({ writeId }) => writeId),
      );
    },
    async since(time) {
      const start = at(time - MAX_CLOCK_SKEW_MS);
      for (let more = true; more; ) {
        const old = [...(await storage.list({ start: PREFIX, end: start, limit: DELETE_BATCH_SIZE })).keys()];
        if (old.length > 0) await storage.delete(old);
        more = old.length === DELETE_BATCH_SIZE;
      }
      const entries = await storage.list({ start, end: END });
      return [...entries.values()].flatMap((ids) => ids as string[]); // of add
    },
  };
}
