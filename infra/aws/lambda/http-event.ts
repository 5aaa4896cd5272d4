import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { gzip as compress } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { MAX_PAYLOAD_BYTES } from './platform.ts';

/** Methods without a body (Fetch standard: the constructor of Request throws for one). */
const WITHOUT_BODY = new Set(['GET', 'HEAD']);

/**
 * Converts an event of an HTTP API to a request (API Gateway: payload format version 2.0).
 *
 * @throws TypeError when the event is not one of a request
 */
export function toRequest(event: APIGatewayProxyEventV2): Request {
  const { method } = event.requestContext.http;
  // serverless-offline sends null where API Gateway omits the body.
  const body = WITHOUT_BODY.has(method) || typeof event.body !== 'string' ? null : bodyOf(event, event.body);
  const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`;
  return new Request(`https://${event.requestContext.domainName}${encodedPath(event.rawPath)}${query}`, {
    method,
    headers: headersOf(event, body),
    body,
  });
}

function bodyOf({ isBase64Encoded }: APIGatewayProxyEventV2, body: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
}

function headersOf({ headers, cookies }: APIGatewayProxyEventV2, body: Uint8Array | null): Headers {
  const made = toHeaders(headers);
  if (cookies !== undefined) made.set('cookie', latin1(cookies.join('; ')));
  made.delete('content-length'); // it is the length of the body that API Gateway received
  if (body !== null) made.set('content-length', String(body.length));
  return made;
}

/** The header fields of an event of API Gateway. */
export function toHeaders(fields: Readonly<Record<string, string | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(fields)) headers.set(name, latin1(value));
  return headers;
}

/** Converts a value to one character per byte, as other runtimes do. */
function latin1(value: string): string {
  return Buffer.from(value, /[^\0-\u00ff]/.test(value) ? 'utf8' : 'latin1').toString('latin1');
}

/** An address with an id of another server in its path. Once decoded, slashes of the id look like slashes of the path. */
const WITH_WHOLE_ID = /^(.*\/api\/data\/(?:[^/]*\/)?)(https?:\/\/?[^/].*)$/;

/**
 * The path that the client sent, as far as it can be recovered: HTTP APIs decode percent-encodings, function URLs and
 * serverless-offline do not.
 */
function encodedPath(rawPath: string): string {
  const [, before, id] = WITH_WHOLE_ID.exec(rawPath) ?? [];
  if (before !== undefined && id !== undefined) return escaped(before) + encodeURIComponent(id);
  return escaped(rawPath);
}

/** Encodes characters that a path cannot contain: control characters, spaces, delimiters of other parts of a URL, a lone percent sign. */
function escaped(path: string): string {
  return path.replace(/%(?![0-9A-Fa-f]{2})|[\0- "#<>?\\^`{|}\u007f-\uffff]+/g, (part) =>
    encodeURIComponent(part.toWellFormed()),
  );
}

/** Size reserved for status, headers and the names of members. */
const OVERHEAD_BYTES = 32_768;

/** Texts up to this size fit with any content: JSON writes a control character in six bytes. */
const ALWAYS_FITS_BYTES = (MAX_PAYLOAD_BYTES - OVERHEAD_BYTES) / 6;

const FAST = 3;
const gzip = promisify(compress);

/**
 * Converts a response to a result (API Gateway: payload format version 2.0): text unchanged, other bytes in base64. A response that
 * would be too large is compressed if the client accepts that.
 *
 * @returns null when the response is larger than a function may send
 */
export async function toResult(
  request: Request,
  response: Response,
): Promise<APIGatewayProxyStructuredResultV2 | null> {
  const bytes = Buffer.from(request.method === 'HEAD' ? new ArrayBuffer() : await response.arrayBuffer());
  const head = headOf(response);
  const plain = encoded(head, bytes);
  if (plain !== null) return plain;
  // An entity tag identifies the bytes that are sent, so they must not change.
  if (!takesGzip(request) || response.headers.has('etag') || response.headers.has('content-encoding')) return null;
  const vary = [response.headers.get('vary'), 'Accept-Encoding'].filter((name) => name !== null).join(', ');
  return encoded(
    { ...head, headers: { ...head.headers, 'content-encoding': 'gzip', vary } },
    await gzip(bytes, { level: FAST }),
  );
}

function headOf(response: Response): Pick<APIGatewayProxyStructuredResultV2, 'statusCode' | 'cookies'> & {
  readonly headers: Record<string, string>;
} {
  const { 'set-cookie': _cookies, ...headers } = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  return { statusCode: response.status, headers, ...(cookies.length > 0 && { cookies }) };
}

function encoded(head: ReturnType<typeof headOf>, bytes: Buffer): APIGatewayProxyStructuredResultV2 | null {
  const text = textOf(bytes);
  if (text !== null && fits(text, bytes.length)) return { ...head, body: text, isBase64Encoded: false };
  if (4 * Math.ceil(bytes.length / 3) > MAX_PAYLOAD_BYTES - OVERHEAD_BYTES) return null;
  return { ...head, body: bytes.toString('base64'), isBase64Encoded: true };
}

function fits(text: string, length: number): boolean {
  if (length <= ALWAYS_FITS_BYTES) return true;
  return length <= MAX_PAYLOAD_BYTES && Buffer.byteLength(JSON.stringify(text)) <= MAX_PAYLOAD_BYTES - OVERHEAD_BYTES;
}

/** Null for bytes that are not UTF-8. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function takesGzip(request: Request): boolean {
  const accepted = request.headers.get('accept-encoding') ?? '';
  return accepted.split(',').some((one) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(one));
}
