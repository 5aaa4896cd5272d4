import { type Channel, readConnection } from '../../events/connections.ts';
import { createDelivery, type Deliver } from '../../events/delivery/deliver.ts';
import { createMessageBuilders } from '../../events/delivery/message-builder.ts';
import { sleep } from '../../shared/base/concurrency/sleep.ts';
import { createJsonLines } from '../../shared/base/telemetry/json-lines.ts';
import { protocolHeader } from '../../shared/http/caller.ts';
import { createIsolate, type Isolate } from './context.ts';
import { BELL_URL, SUBSCRIBERS_URL } from './durable-object.ts';
import type { NewSubscriber } from './handshake.ts';
import { createObjectSubscriptions, type ObjectSubscriptions } from './object-subscriptions.ts';
import type { DurableObjectState, HibernatingSocket, UpgradeInit, WorkerEnvironment } from './runtime.ts';

declare const WebSocketPair: new () => { readonly 0: WebSocket; readonly 1: HibernatingSocket };

/** The version of the package, inserted by the build. */
declare const SERVICE_VERSION: string;

/** Codes and reasons of connections that the object closes (RFC 6455, 7.4.1, and registered close codes). */
const CLOSE = {
  expired: [1008, 'A signature of the handshake has expired: connect again.'],
  failed: [1013, 'The missed changes cannot be read now: connect again.'],
} as const;

/** Minimum time between the starts of two deliveries, each of which reads the store. */
const INTERVAL_MS = 1_000;

/** Delay before a failed delivery is tried again. */
const RETRY_DELAY_MS = 5_000;

const DELIVERY_TIMEOUT_MS = 20_000;

/**
 * Holds the connections of the notification channel, and delivers the changes of the store to them when it is rung. It hibernates in
 * between, when only connections and storage remain. It trusts its callers, since only workers can call it.
 */
export class Notifications {
  readonly #state: DurableObjectState;
  readonly #environment: WorkerEnvironment;
  readonly #subscriptions: ObjectSubscriptions;
  #isolate: Isolate | null = null;
  /** When the last delivery began, UTC milliseconds. */
  #deliveredAt = 0;

  constructor(state: DurableObjectState, environment: WorkerEnvironment) {
    this.#state = state;
    this.#environment = environment;
    this.#subscriptions = createObjectSubscriptions(state.storage);
  }

  /** Receives rings, new subscribers, and their connections. */
  async fetch(request: Request): Promise<Response> {
    if (request.url.startsWith(`${SUBSCRIBERS_URL}/`)) return this.#connect(request);
    if (request.url === SUBSCRIBERS_URL) {
      const { id, connection, position } = (await request.json()) as NewSubscriber; // sent by handshake.ts
      const read = readConnection(id, connection);
      if (read === null) return new Response(null, { status: 400 });
      await this.#subscriptions.put(read, position);
    } else if (request.url === BELL_URL) await this.#ring();
    return new Response(null, { status: 204 });
  }

  /** Called by the runtime at the time that `#ring` set. */
  async alarm(): Promise<void> {
    this.#deliveredAt = Date.now();
    if (await this.#deliver()) return;
    await this.#state.storage.setAlarm(Date.now() + RETRY_DELAY_MS);
  }

  /** Messages from subscribers are ignored. */
  webSocketMessage(): void {}

  async webSocketClose(socket: HibernatingSocket): Promise<void> {
    await this.#subscriptions.remove(String(socket.deserializeAttachment()));
    closeBack(socket);
  }

  async webSocketError(socket: HibernatingSocket): Promise<void> {
    await this.webSocketClose(socket);
  }

  /** Rings within an interval cause one delivery. */
  async #ring(): Promise<void> {
    if (this.#state.getWebSockets().length === 0 || (await this.#state.storage.getAlarm()) !== null) return;
    await this.#state.storage.setAlarm(Math.max(Date.now(), this.#deliveredAt + INTERVAL_MS));
  }

  async #connect(request: Request): Promise<Response> {
    const id = request.url.slice(SUBSCRIBERS_URL.length + 1);
    const { 0: client, 1: server } = new WebSocketPair();
    this.#state.acceptWebSocket(server, [id]);
    server.serializeAttachment(id);
    await this.#ring(); // delivers what it missed
    const headers = protocolHeader(request.headers);
    return new Response(null, { status: 101, webSocket: client, headers } as UpgradeInit);
  }

  /** Delivers changes. @returns whether nothing is left to deliver */
  async #deliver(): Promise<boolean> {
    try {
      const deliver = await this.#openDelivery();
      return await deliver(null, DELIVERY_TIMEOUT_MS);
    } catch (error) {
      createJsonLines('warn', writeLine).warn('NETWORK', 'Changes could not be delivered to subscribers', {
        error: String(error),
      });
      return false;
    }
  }

  async #openDelivery(): Promise<Deliver> {
    const isolate = this.#isolate ?? (await createIsolate(this.#environment, SERVICE_VERSION, writeLine));
    this.#isolate = isolate;
    const ctx = await isolate.context();
    return createDelivery({
      ...ctx,
      subscriptions: this.#subscriptions,
      channel: channelOf(this.#state),
      beginDelivery: createMessageBuilders(ctx),
      refreshForwarding: (ageMs) => isolate.refreshForwarding(ctx, ageMs),
      sleep,
    });
  }
}

function channelOf(state: DurableObjectState): Channel {
  return {
    async post(id, message) {
      const [socket] = state.getWebSockets(id);
      if (socket === undefined) return 'gone';
      try {
        socket.send(message);
        return 'sent';
      } catch {
        return 'gone'; // it has just closed: the runtime calls `webSocketClose`
      }
    },
    async close(id, reason) {
      const [code, words] = CLOSE[reason];
      for (const socket of state.getWebSockets(id)) socket.close(code, words);
    },
  };
}

/** A client that closes waits for the close frame of the server (RFC 6455, 7.1.5), which later runtimes send by themselves. */
function closeBack(socket: HibernatingSocket): void {
  try {
    socket.close(1000);
  } catch {
    // The socket is already closed.
  }
}

function writeLine(line: string): void {
  // biome-ignore lint/suspicious/noConsole: the log of a worker is its console
  console.log(line);
}
