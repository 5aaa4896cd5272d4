/**
 * The used part of the runtime of Cloudflare Workers (developers.cloudflare.com/workers/runtime-apis).
 */

/** Keeps work running after the response, and after the client has gone. */
export type ExecutionContext = { waitUntil(promise: Promise<unknown>): void };

/** Another worker, or the files that are deployed with this one. */
export type Fetcher = { fetch(request: Request | string, init?: RequestInit): Promise<Response> };

/** A class of which the runtime runs one object per name, for requests from anywhere. */
export type DurableObjectNamespace = { getByName(name: string): Fetcher };

/** A web socket of a durable object, which stays open while the object hibernates. */
export type HibernatingSocket = WebSocket & {
  serializeAttachment(value: unknown): void;
  deserializeAttachment(): unknown;
};

/** The constructor arguments of a durable object. */
export type DurableObjectState = {
  readonly storage: {
    get(key: string): Promise<unknown>;
    put(key: string, value: unknown): Promise<void>;
    delete(keys: string | string[]): Promise<unknown>;
    /** Entries with keys from `start` to before `end`, in order. */
    list(range: {
      readonly start: string;
      readonly end: string;
      readonly limit?: number;
    }): Promise<Map<string, unknown>>;
    /** When the runtime will call `alarm` of the object, UTC milliseconds; null: never. */
    getAlarm(): Promise<number | null>;
    setAlarm(time: number): Promise<void>;
  };
  /** @param tags tags by which {@link getWebSockets} finds the socket */
  acceptWebSocket(socket: HibernatingSocket, tags: readonly string[]): void;
  /** @param tag tag of the sockets; absent: all sockets */
  getWebSockets(tag?: string): HibernatingSocket[];
};

/** The response that opens a web socket (101). */
export type UpgradeInit = ResponseInit & { readonly webSocket: WebSocket };

/** A response whose body is already encoded, as its `Content-Encoding` states; the runtime encodes others itself. */
export type EncodedInit = ResponseInit & { readonly encodeBody: 'manual' };

/** The condition of a write to a bucket: an entity tag without quotes, or `*` for any object. */
export type R2Conditional = { readonly etagMatches: string } | { readonly etagDoesNotMatch: string };

/** A bucket of R2. */
export type R2Bucket = {
  get(key: string): Promise<{ readonly etag: string; text(): Promise<string> } | null>;
  /** Returns null, and writes nothing, when the condition does not hold. */
  put(
    key: string,
    value: string,
    options: { readonly onlyIf?: R2Conditional; readonly httpMetadata: { readonly contentType: string } },
  ): Promise<{ readonly etag: string } | null>;
};

/** The bindings of the worker: settings and secrets as strings, and these. */
export type WorkerEnvironment = {
  /** The files of the API description and its page. */
  readonly ASSETS: Fetcher;
  /** The class `Notifications`. */
  readonly NOTIFICATIONS: DurableObjectNamespace;
  /** The class `Webhooks`; absent: webhooks are called by the schedule alone. */
  readonly WEBHOOKS?: DurableObjectNamespace;
  /** Where indexes of frameworks are published; absent: nowhere. */
  readonly PNA_BUCKET?: R2Bucket;
  readonly [name: string]: unknown;
};
