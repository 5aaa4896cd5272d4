import type { PrivateKey } from '../../../shared/base/crypto/private-key.ts';
import { type Json, parseJson } from '../../../shared/repository/linked-data/json.ts';
import { type Ping, parsePing } from './ping.ts';
import { offlineError, readServiceError, ServiceError } from './service-error.ts';
import { createSheets } from './sheets.ts';

/** One request. */
export type SendOptions = {
  readonly method?: string;
  /** Becomes the body, as JSON. */
  readonly json?: unknown;
  /** Any other body. */
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** False: sends no signature sheet. */
  readonly signed?: boolean;
};

/**
 * Sends a request with the signature sheet of the keys held now and the cookies of the session.
 *
 * @param path below the service's address, such as `sky/repo/search`, or a whole address under it
 * @throws ServiceError for every answer but success, and when no answer arrives; DOMException `AbortError`
 */
export type Send = (path: string, options?: SendOptions) => Promise<Response>;

export type SenderOptions = {
  /** The address of the service, ending in `/api/`. */
  readonly base: string;
  readonly keys: () => readonly PrivateKey[];
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
};

/** What the other parts of the client send with. */
export type Sender = {
  readonly send: Send;
  /** The answer as JSON, which keeps the digits of large numbers. Throws as {@link Send}. */
  readonly sendForJson: (path: string, options?: SendOptions) => Promise<Json>;
  readonly ping: (signal?: AbortSignal) => Promise<Ping>;
  /** The signature sheet of the keys held now, as header text; null without keys. Throws as {@link Send}. */
  readonly proof: () => Promise<string | null>;
};

/** Whether a wrong clock of this device can be the cause. */
function mayBeClock(error: ServiceError): boolean {
  return error.status === 419 || error.code === 'invalid-sheet';
}

/** Whether the network answered in place of the service, such as with a page to sign in. */
function isPage(response: Response): boolean {
  return response.ok && (response.headers.get('content-type')?.startsWith('text/html') ?? false);
}

export function createSender({ base, keys, fetch = globalThis.fetch, now = Date.now }: SenderOptions): Sender {
  const sheets = createSheets(base, keys, now);
  let clock: Promise<unknown> | null = null;

  async function ping(signal?: AbortSignal): Promise<Ping> {
    const sentAt = now();
    const response = await attempt('ping', { ...(signal !== undefined && { signal }) }, null);
    const answer = parsePing(await response.json());
    sheets.setClockOffset(answer.time - (sentAt + now()) / 2);
    clock = Promise.resolve();
    return answer;
  }

  /** The service ignores expired signatures where objects are public, so the clock is compared before the first signature. */
  async function sheet(): Promise<string | null> {
    if (keys().length === 0) return null;
    clock ??= ping();
    try {
      await clock;
    } catch (error) {
      clock = null;
      throw error;
    }
    return sheets.sheet();
  }

  async function attempt(path: string, options: SendOptions, signatureSheet: string | null): Promise<Response> {
    const { json, body, headers, signal } = options;
    const content = json === undefined ? body : JSON.stringify(json);
    let response: Response;
    try {
      response = await fetch(new URL(path, base), {
        method: options.method ?? (content === undefined ? 'GET' : 'POST'),
        headers: {
          accept: 'application/json',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(signatureSheet !== null && { signatureSheet }),
          ...headers,
        },
        credentials: 'same-origin',
        ...(content !== undefined && { body: content }),
        ...(signal && { signal }),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw offlineError();
    }
    if (isPage(response)) throw offlineError();
    if (response.ok || response.status === 304) return response;
    throw await readServiceError(response);
  }

  const send: Send = async (path, options = {}) => {
    const signed = options.signed ?? true;
    try {
      return await attempt(path, options, signed ? await sheet() : null);
    } catch (error) {
      if (!(error instanceof ServiceError) || !signed || !mayBeClock(error)) throw error;
      await ping(options.signal);
      return attempt(path, options, await sheet());
    }
  };

  return {
    send,
    ping,
    proof: sheet,
    async sendForJson(path, options) {
      const response = await send(path, options);
      return parseJson(await response.text(), 'The answer of the service');
    },
  };
}
