import type { PrivateKey } from '../crypto/private-key.ts';
import { isObject, type Json, member, parseJson } from '../linked-data/json.ts';
import { SourceError, type Wait, withRetries } from './retry.ts';
import { createSheetMaker } from './source-sheet.ts';

/** Milliseconds that one request may take, its answer included. */
const TIMEOUT = 120_000;

/** Tries to find the server: its address may be a wrong one. */
const PING_ATTEMPTS = 3;

/** How a server is reached to copy from. */
export type SourceOptions = {
  /** Its address, with or without the `api/` at the end. */
  readonly url: string;
  /** Sign what is asked for, so that objects come too that only these keys may read. */
  readonly keys: readonly PrivateKey[];
  /** The admin secret of a server that is one of this kind; null: none. */
  readonly secret: string | null;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly wait: Wait;
};

/** An answer that was read to its end. */
export type SourceAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

/** Asks a server as the client library does, so that existing ones understand it too: forms, signed in a part. */
export type SourceClient = {
  /** The base address, ending in `api/`. */
  readonly base: string;
  /** Something was given that proves who asks. */
  readonly proves: boolean;
  /**
   * Sends a form. Waits out a server that is busy, but not one that fails (500).
   *
   * @param path after the base address, or a whole address
   * @throws SourceError when there is no answer but faults
   */
  readonly post: (path: string, parts?: Readonly<Record<string, string>>) => Promise<SourceAnswer>;
  /**
   * Gets something as an admin. Waits out a server that is busy; the answer may be of any status.
   *
   * @param path after the base address
   * @throws SourceError when there is no answer
   */
  readonly get: (path: string) => Promise<Response>;
};

/**
 * Finds a server and learns its clock.
 *
 * @throws SourceError when no repository answers at the address
 */
export async function openSource({ url, keys, secret, fetch, now, wait }: SourceOptions): Promise<SourceClient> {
  const base = baseOf(url);
  const limited = (): AbortSignal => AbortSignal.timeout(TIMEOUT);
  const ping = await withRetries(() => fetch(`${base}ping`, { signal: limited() }), wait, PING_ATTEMPTS);
  const offset = clockOf(await ping.text(), base) - now();
  const sheet = createSheetMaker(keys, base, () => now() + offset);

  return {
    base,
    proves: keys.length > 0 || secret !== null,
    async post(path, parts = {}) {
      const address = new URL(path, base).href;
      const answer = await withRetries(async () => {
        const body = new FormData();
        for (const [name, value] of Object.entries({ ...parts, signatureSheet: await sheet() })) body.set(name, value);
        const response = await fetch(address, { method: 'POST', body, signal: limited() });
        // Read inside, so that an answer that breaks off is asked for again.
        return new Response(await response.text(), { status: response.status, headers: response.headers });
      }, wait);
      if (answer.status === 429 || answer.status > 500) {
        throw new SourceError(`${address} answered ${answer.status} each time it was asked.`);
      }
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    get(path) {
      return withRetries(async () => {
        const headers = {
          ...(keys.length > 0 && { signatureSheet: await sheet() }),
          ...(secret !== null && { 'x-admin-secret': secret }),
        };
        return fetch(`${base}${path}`, { headers });
      }, wait);
    },
  };
}

function baseOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new SourceError(`"${url}" is no http or https address, such as https://skills.example.org/api/.`);
  }
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/*$/, '/');
  return `${origin}${path.endsWith('/api/') ? path : `${path}api/`}`;
}

/** The time in the answer of `ping`, UTC milliseconds. */
function clockOf(text: string, base: string): number {
  const pong = jsonOrNull(text);
  const time = isObject(pong) && member(pong, 'ping') === 'pong' ? member(pong, 'time') : undefined;
  if (typeof time !== 'number')
    throw new SourceError(`There is no repository at ${base}: ${base}ping does not answer as one does.`);
  return time;
}

/** JSON of an answer; null for what is none. */
export function jsonOrNull(text: string): Json {
  try {
    return parseJson(text, 'The answer');
  } catch {
    return null;
  }
}

/** The cursor of the next page or part, from the `Link` header (RFC 8288); null without. */
export function nextCursor(headers: Headers): string | null {
  const address = /<([^>]*)>\s*;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1];
  return address === undefined ? null : new URL(address, 'http://any.example/').searchParams.get('cursor');
}
