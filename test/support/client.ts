import { createHash } from 'node:crypto';
import { type Answer, createDescribedFetch, type DescribedFetch } from './described-fetch.ts';
import type { TestServer } from './server.ts';

/** A request in one of the two bindings. */
export type Call = {
  readonly method?: string;
  /** Signature sheet: a header in the JSON binding, a part in the form binding. */
  readonly sheet?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON body: a string is sent unchanged. */
  readonly json?: unknown;
  /** Multipart form: parts by name. */
  readonly form?: Readonly<Record<string, string>>;
  /** Urlencoded form. */
  readonly urlencoded?: Readonly<Record<string, string>>;
  /** Any other body. */
  readonly body?: RequestInit['body'];
};

/** Calls a test server; every answer is checked against the API description. */
export type Client = {
  readonly fetch: DescribedFetch;
  /** @param path after the server's base address, or a whole address */
  readonly call: (path: string, call?: Call) => Promise<Answer>;
  /** Saves an object under its own id with a JSON body, and expects success. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into member by member, as a client would
  readonly save: (object: Thing, sheet?: string) => Promise<any>;
  /** Ids that a search finds, in its order. */
  readonly find: (q: string, sheet?: string) => Promise<readonly string[]>;
};

/** An object as tests send it. */
export type Thing = { readonly '@id': string; readonly [name: string]: unknown };

/** The address of a service that tests call. */
export type Place = Pick<TestServer, 'url' | 'api'> & Partial<Pick<TestServer, 'secrets'>>;

/**
 * @param basePath as SVC_BASE sets it
 * @param send sends requests to the service
 */
export function createClient(server: Place, basePath = '', send?: typeof globalThis.fetch): Client {
  const fetch = createDescribedFetch(basePath, send, server.secrets);
  const root = server.url.replace(/\/$/, '');
  const call = (path: string, made: Call = {}): Promise<Answer> => {
    const { headers, body } = bodyOf(made);
    const method = made.method ?? (body === undefined ? 'GET' : 'POST');
    const url = /^https?:/.test(path) ? path : `${root}${basePath}${path}`;
    return fetch(url, { method, headers, ...(body !== undefined && { body }) });
  };
  return {
    fetch,
    call,
    async save(object, sheet) {
      const answer = await call(addressOf(server, object), { json: object, ...(sheet !== undefined && { sheet }) });
      if (answer.status !== 200) throw new Error(`The save answered ${answer.status}: ${answer.text}`);
      return answer.json();
    },
    async find(q, sheet) {
      const query = new URLSearchParams({ q, size: '10000', ids: 'true', sort: '"@id.keyword"' });
      const answer = await call(`/api/sky/repo/search?${query}`, sheet === undefined ? {} : { sheet });
      if (answer.status !== 200) throw new Error(`The search answered ${answer.status}: ${answer.text}`);
      return answer.json();
    },
  };
}

/** The address to which clients save an object: its id if it is local, else the MD5 of its id. */
function addressOf(server: Place, object: Thing): string {
  const id = object['@id'];
  if (id.startsWith(server.api)) return id;
  return `/api/data/schema.org.Thing/${createHash('md5').update(id).digest('hex')}`;
}

function bodyOf(call: Call): { headers: Record<string, string>; body: RequestInit['body'] | undefined } {
  const headers: Record<string, string> = { ...call.headers };
  const { sheet } = call;
  if (call.form !== undefined) {
    const { text, type } = multipart({ ...call.form, ...(sheet !== undefined && { signatureSheet: sheet }) });
    return { headers: { 'content-type': type, ...headers }, body: text };
  }
  if (call.urlencoded !== undefined) {
    const form = new URLSearchParams({ ...call.urlencoded, ...(sheet !== undefined && { signatureSheet: sheet }) });
    return { headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body: form.toString() };
  }
  if (sheet) headers.signatureSheet = sheet;
  if (call.json !== undefined) {
    const body = typeof call.json === 'string' ? call.json : JSON.stringify(call.json);
    return { headers: { 'content-type': 'application/json', ...headers }, body };
  }
  return { headers, body: call.body ?? undefined };
}

/** A multipart form (RFC 7578) of these parts. */
export function multipart(parts: Readonly<Record<string, string>>, boundary = 'x7f3d9-boundary') {
  const sections = Object.entries(parts).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { text: `${sections.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}
