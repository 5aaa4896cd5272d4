import * as z from 'zod/mini';
import { sleep } from '../../shared/base/concurrency/sleep.ts';
import type { Config } from '../../shared/base/config/config.ts';
import { Problem } from '../../shared/base/errors/problem.ts';
import { parseHttpUrl } from '../../shared/base/outbound/allow-list.ts';
import { createOutboundFetch, type OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { isObject, type Json, type JsonObject, member, parseJson } from '../../shared/repository/linked-data/json.ts';

/** Timeout of one request to another server, even for a package of some 20,000 items. */
const TIMEOUT_MS = 120_000;

/** Maximum attempts of one request that the other server refuses temporarily. */
const MAX_ATTEMPTS = 3;

/** The longest wait between two attempts. */
const MAX_WAIT_MS = 10_000;

/** Number of documents per request. */
const PAGE_SIZE = 100;

/** The scope for readers of CASE. */
const SCOPE = 'http://purl.imsglobal.org/casenetwork/case/v1p0/scope/core.readonly';

/** The credentials of a client of another server (RFC 6749, 4.4). */
export type ClientCredentials = {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
};

/** Another server that speaks CASE. Its methods throw Problem `fetch-refused` (403), or `fetch-failed` (502) in one sentence. */
export type RemoteCase = {
  /** Its CFDocuments, one page after the other. */
  readonly documents: () => AsyncGenerator<JsonObject>;
  readonly document: (identifier: string) => Promise<JsonObject>;
  /** The text of a package. */
  readonly packageText: (identifier: string) => Promise<string>;
  /** The first page of its CFDocuments, unchanged. */
  readonly firstPage: () => Promise<JsonObject>;
};

/**
 * @param endpoint its address, to which `/ims/case/v1p0/…` is added; its query is ignored
 * @throws Problem `invalid-parameter` (400) for an invalid address
 */
export function openRemote(
  config: Pick<Config, 'outbound' | 'postMaxSize'>,
  send: OutboundSend,
  endpoint: string,
  credentials: ClientCredentials | null,
  signal?: AbortSignal,
): RemoteCase {
  const base = parseHttpUrl(endpoint);
  if (base === null) {
    throw new Problem('invalid-parameter', 'The address of the other server must be an http or https address.', {
      where: 'caseEndpoint',
    });
  }
  const root = `${base.origin}${base.pathname.replace(/\/*$/, '/')}ims/case/v1p0/`;
  const fetch = openFetch(config, send);
  let token: Promise<string> | null = null;

  async function get(path: string): Promise<{ text: string; headers: Headers }> {
    const url = root + path;
    for (let attempt = 1; ; attempt++) {
      const headers = new Headers({ accept: 'application/json' });
      if (credentials !== null) {
        token ??= requestToken(fetch, credentials, signal);
        headers.set('authorization', `Bearer ${await token}`);
      }
      const response = await fetch(url, { headers, ...(signal && { signal }) });
      const text = await response.text();
      if (response.ok) return { text, headers: response.headers };
      if (response.status === 401 && credentials !== null && attempt === 1) {
        token = null; // it may have expired
        continue;
      }
      const isTemporary = response.status === 429 || response.status >= 500;
      if (!isTemporary || attempt === MAX_ATTEMPTS) throw remoteFault(url, response.status, text);
      await sleep(waitMs(response.headers, attempt));
      signal?.throwIfAborted();
    }
  }

  async function object(path: string): Promise<{ value: JsonObject; headers: Headers }> {
    const { text, headers } = await get(path);
    const value = parsed(text);
    if (!isObject(value))
      throw new Problem('fetch-failed', `The server at ${base?.origin} does not return a JSON object.`);
    return { value, headers };
  }

  return {
    async *documents() {
      const seen = new Set<string>();
      // A page may be shorter than requested.
      for (let offset = 0; ; ) {
        const { value, headers } = await object(`CFDocuments?limit=${PAGE_SIZE}&offset=${offset}`);
        const before = seen.size;
        const page = documentsIn(value);
        offset += page.length;
        for (const document of page) {
          const identifier = member(document, 'identifier');
          const name = typeof identifier === 'string' ? identifier : JSON.stringify(document);
          // A server without paging returns the same page again.
          if (seen.has(name)) continue;
          seen.add(name);
          yield document;
        }
        const total = Number(headers.get('x-total-count') ?? Number.NaN);
        if (seen.size === before || seen.size >= total) return;
      }
    },
    async document(identifier) {
      return (await object(`CFDocuments/${encodeURIComponent(identifier)}`)).value;
    },
    async packageText(identifier) {
      return (await get(`CFPackages/${encodeURIComponent(identifier)}`)).text;
    },
    async firstPage() {
      const { value } = await object('CFDocuments');
      documentsIn(value);
      return value;
    },
  };
}

function openFetch(config: Pick<Config, 'outbound' | 'postMaxSize'>, send: OutboundSend): typeof globalThis.fetch {
  const limits = { maxBytes: config.postMaxSize, timeoutMs: TIMEOUT_MS, types: null };
  return createOutboundFetch({ allowed: config.outbound.allowed, trusted: [] }, limits, send);
}

/**
 * The text at an address.
 *
 * @throws Problem `invalid-parameter` (400) for an invalid address, `fetch-refused` (403), `fetch-failed` (502)
 */
export async function fetchText(
  config: Pick<Config, 'outbound' | 'postMaxSize'>,
  send: OutboundSend,
  url: string,
): Promise<string> {
  const address = parseHttpUrl(url);
  if (address === null) {
    throw new Problem('invalid-parameter', 'The address of the package must be an http or https address.', {
      where: 'url',
    });
  }
  const response = await openFetch(config, send)(address, { headers: { accept: 'application/json' } });
  const text = await response.text();
  if (response.ok) return text;
  throw remoteFault(address.href, response.status, text);
}

/** @throws Problem `fetch-failed` (502) */
function documentsIn(value: JsonObject): readonly JsonObject[] {
  const documents = member(value, 'CFDocuments');
  if (Array.isArray(documents)) return documents.filter(isObject);
  throw new Problem('fetch-failed', 'The other server does not return CFDocuments.');
}

const tokenAnswer = z.object({ access_token: z.string().check(z.minLength(1)) });

async function requestToken(
  fetch: typeof globalThis.fetch,
  { tokenUrl, clientId, clientSecret, scope = SCOPE }: ClientCredentials,
  signal: AbortSignal | undefined,
): Promise<string> {
  const basic = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const answer = tokenAnswer.safeParse(response.ok ? parsed(text) : null);
  if (answer.success) return answer.data.access_token;
  throw new Problem(
    'fetch-failed',
    `The server at ${new URL(tokenUrl).origin} issues no access token: it returns status ${response.status}.`,
  );
}

function parsed(text: string): Json | null {
  try {
    return parseJson(text, 'The answer of the other server');
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Maximum length of a message of the other server that is repeated. */
const MAX_WORDS = 200;

/** The message of the other server, in one sentence. */
function remoteFault(url: string, status: number, text: string): Problem {
  const value = parsed(text);
  const words = isObject(value) ? (member(value, 'imsx_description') ?? member(value, 'detail')) : undefined;
  const reason = typeof words === 'string' ? `: ${words.replace(/\s+/g, ' ').slice(0, MAX_WORDS)}` : '';
  return new Problem('fetch-failed', `The server at ${new URL(url).origin} answers ${status}${reason}`);
}

function waitMs(headers: Headers, attempt: number): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Math.min(MAX_WAIT_MS, Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : attempt * 500);
}
