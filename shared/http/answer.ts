/**
 * The response of a handler. It becomes a `Response` only after the headers that every answer carries have been added: runtimes
 * send a `Response` that has not been modified much faster.
 */
export type Answer = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Values of `Set-Cookie`, each in a header of its own (RFC 6265, 3). */
  readonly cookies?: readonly string[];
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
};

/** A JSON document. */
export function jsonAnswer(value: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): Answer {
  return jsonTextAnswer(JSON.stringify(value), headers, status);
}

/** A JSON document from its text. */
export function jsonTextAnswer(text: string, headers: Readonly<Record<string, string>> = {}, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text };
}

/** Plain text. */
export function textAnswer(text: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text };
}

/**
 * Success without content. The media type is plain text, because gateways in front of functions label answers without one as
 * JSON, and clients fail to parse an empty text as JSON.
 */
export const EMPTY_ANSWER: Answer = textAnswer('');

/** A redirect to another address (302). */
export function redirectAnswer(location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { ...EMPTY_ANSWER, status: 302, headers: { ...EMPTY_ANSWER.headers, location, ...headers } };
}

/** Limit of a header whose value depends on the request: common clients refuse answers with more than 16 KiB of headers in all. */
export const MAX_HEADER_BYTES = 8_192;

/** Whether a header value, in ASCII, is within {@link MAX_HEADER_BYTES}. */
export function fitsHeader(value: string): boolean {
  return value.length <= MAX_HEADER_BYTES;
}

/**
 * Headers that say which parts of a stored object could not be indexed for search: `Warning` with code 199 and one text for each
 * sentence (RFC 7234, 5.5). RFC 9111 made the field obsolete for caches, which never acted on it, without a replacement for people;
 * nothing depends on its being read.
 *
 * @param sentences plain ASCII; the same one twice counts once
 */
export function warningHeader(sentences: readonly string[]): Readonly<Record<string, string>> {
  if (sentences.length === 0) return {};
  const values = [...new Set(sentences)].map((sentence) => `199 - "${sentence.replace(/["\\]/g, '\\$&')}"`);
  return { warning: values.join(', ') };
}

/** Reads a file that is installed with the service, by its relative path; null when it is not installed. */
export type StaticFiles = (path: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** Media types by file extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Browsers may keep files for a day. */
const CACHE_CONTROL = 'public, max-age=86400';

/** A file as an answer. @throws Error for an extension whose media type is not known */
export function fileAnswer(path: string, body: Exclude<Answer['body'], null>): Answer {
  const type = MEDIA_TYPES[path.slice(path.lastIndexOf('.') + 1)];
  if (type === undefined) throw new Error(`The media type of ${path} is not known.`);
  return { status: 200, headers: { 'content-type': type, 'cache-control': CACHE_CONTROL }, body };
}
