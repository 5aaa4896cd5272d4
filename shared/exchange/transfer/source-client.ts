import type { PrivateKey } from '../../base/crypto/private-key.ts';
import { sign } from '../../base/crypto/rsa.ts';
import { canonicalSheetText } from '../../repository/access/canonical-text.ts';
import { isObject, type Json, member, parseJson } from '../../repository/linked-data/json.ts';
import { SourceError, type Wait, withRetries } from './retry.ts';

/** Timeout of one request and its response. */
const TIMEOUT_MS = 120_000;

/** Maximum number of attempts of the ping: few, since the URL may be wrong. */
const MAX_PING_ATTEMPTS = 3;

/** The server to copy from. */
export type SourceOptions = {
  /** Its base URL, ending in `api/`. */
  readonly base: string;
  /** Sign the requests, so that objects that only these keys may read are included. */
  readonly keys: readonly PrivateKey[];
  /** The admin secret, for servers that run this service; null: none. */
  readonly secret: string | null;
  readonly fetch: typeof globalThis.fetch;
  readonly now: () => number;
  readonly wait: Wait;
  /** Ends all requests. */
  readonly ended?: AbortSignal;
  /** Maximum number of attempts of each request; several by default. */
  readonly maxAttempts?: number;
};

/** A response with its whole body. */
export type SourceAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Sends requests as the client library does, which existing servers understand: forms with a signature sheet as a part. */
export type SourceClient = {
  /** The base URL, ending in `api/`. */
  readonly base: string;
  /** Whether keys or a secret were passed. */
  readonly proves: boolean;
  /**
   * Sends a form. Retries while the server is busy, but only once after status 500.
   *
   * @param path relative to the base URL, or a whole URL
   * @throws SourceError when there is no response but failures
   */
  readonly post: (path: string, parts?: Readonly<Record<string, string>>) => Promise<SourceAnswer>;
  /**
   * Sends a GET request as an admin. Retries while the server is busy; the response may have any status.
   *
   * @param path relative to the base URL
   * @throws SourceError when there is no response
   */
  readonly get: (path: string) => Promise<Response>;
};

/**
 * Connects to a server, and reads its clock for the signatures.
 *
 * @throws SourceError when no repository responds at the URL
 */
export async function openSource({
  base,
  keys,
  secret,
  fetch,
  now,
  wait,
  ended,
  maxAttempts,
}: SourceOptions): Promise<SourceClient> {
  const ends = ended === undefined ? [] : [ended];
  const limited = (): AbortSignal => AbortSignal.any([...ends, AbortSignal.timeout(TIMEOUT_MS)]);
  const ping = await withRetries(
    () => fetch(`${base}ping`, { signal: limited() }),
    wait,
    maxAttempts ?? MAX_PING_ATTEMPTS,
  );
  const offset = clockOf(await ping.text(), base) - now();
  const sheet = createSheetMaker(keys, base, () => now() + offset);

  return {
    base,
    proves: keys.length > 0 || secret !== null,
    async post(path, parts = {}) {
      const address = new URL(path, base).href;
      const answer = await withRetries(
        async () => {
          const body = new FormData();
          for (const [name, value] of Object.entries({ ...parts, signatureSheet: await sheet() }))
            body.set(name, value);
          const response = await fetch(address, { method: 'POST', body, signal: limited() });
          // The body is read here, so that a broken connection causes a retry.
          return new Response(await response.text(), { status: response.status, headers: response.headers });
        },
        wait,
        maxAttempts,
      );
      if (answer.status === 429 || answer.status > 500) {
        throw new SourceError(`${address} answered ${answer.status} each time it was asked.`);
      }
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    get(path) {
      return withRetries(
        async () => {
          const headers = {
            ...(keys.length > 0 && { signatureSheet: await sheet() }),
            ...(secret !== null && { 'x-admin-secret': secret }),
          };
          return fetch(`${base}${path}`, { headers, signal: AbortSignal.any(ends) });
        },
        wait,
        maxAttempts,
      );
    },
  };
}

/** The base URL of a server. @param url with or without `api/` at the end @throws SourceError when it is not an address */
export function sourceBase(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new SourceError(`"${url}" is not an http or https address, such as https://skills.example.org/api/.`);
  }
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/*$/, '/');
  return `${origin}${path.endsWith('/api/') ? path : `${path}api/`}`;
}

/** The time in the response of `ping`, UTC milliseconds. */
function clockOf(text: string, base: string): number {
  const pong = jsonOrNull(text);
  const time = isObject(pong) && member(pong, 'ping') === 'pong' ? member(pong, 'time') : undefined;
  if (typeof time !== 'number')
    throw new SourceError(`There is no repository at ${base}: ${base}ping does not answer like one.`);
  return time;
}

/** Parses the JSON of a response; null when it is not JSON. */
export function jsonOrNull(text: string): Json {
  try {
    return parseJson(text, 'The answer');
  } catch {
    return null;
  }
}

/** The cursor of the next page or part, from the `Link` header (RFC 8288); null when absent. */
export function nextCursor(headers: Headers): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'http://any.example/').searchParams.get('cursor');
}

const TTL_MS = 300_000;
const RENEW_AFTER_MS = 120_000;

/** Returns a signature sheet, as JSON, that is valid for some minutes. */
type SheetMaker = () => Promise<string>;

/**
 * Creates signature sheets (specification: Signature sheet entry) that prove these keys to a server; `[]` without keys.
 *
 * @param server its base URL
 * @param now the server's clock, UTC milliseconds
 */
function createSheetMaker(keys: readonly PrivateKey[], server: string, now: () => number): SheetMaker {
  let cached: { readonly time: number; readonly text: Promise<string> } | null = null;
  return () => {
    const time = now();
    if (cached === null || time - cached.time > RENEW_AFTER_MS) cached = { time, text: writeSheet(keys, server, time) };
    return cached.text;
  };
}

async function writeSheet(keys: readonly PrivateKey[], server: string, time: number): Promise<string> {
  const entries = keys.map(async (key) => {
    const entry = {
      '@context': 'https://schema.cassproject.org/kbac/0.4',
      '@type': 'TimeLimitedSignature',
      '@owner': key.publicKey.pem,
      expiry: time + TTL_MS,
      server,
    };
    return { ...entry, '@signatureSha256': await sign(key, canonicalSheetText(entry), 'SHA-256') };
  });
  return JSON.stringify(await Promise.all(entries));
}
