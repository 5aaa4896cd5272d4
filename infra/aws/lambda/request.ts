import { Buffer } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Methods whose requests have no body (Fetch standard: a Request of these with one cannot be made). */
const WITHOUT_BODY = new Set(['GET', 'HEAD']);

/**
 * The request that an event of an HTTP API stands for (API Gateway: payload format version 2.0).
 *
 * @throws TypeError when the event stands for none
 */
export function toRequest(event: APIGatewayProxyEventV2): Request {
  const { method } = event.requestContext.http;
  // Stand-ins on a developer's machine give null where API Gateway gives nothing.
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
  const made = new Headers();
  for (const [name, value = ''] of Object.entries(headers)) made.set(name, latin1(value));
  if (cookies !== undefined) made.set('cookie', latin1(cookies.join('; ')));
  made.delete('content-length'); // that of the text before it was put into the event
  if (body !== null) made.set('content-length', String(body.length));
  return made;
}

/** Bytes of header values as characters, as other runtimes give them. */
function latin1(value: string): string {
  return Buffer.from(value, /[^\0-\u00ff]/.test(value) ? 'utf8' : 'latin1').toString('latin1');
}

/** An own address with an id of another server in it: decoded, its slashes look like those of the path. */
const WITH_WHOLE_ID = /^(.*\/api\/data\/(?:[^/]*\/)?)(https?:\/\/?[^/].*)$/;

/**
 * The path as a client wrote it, as far as that can be told: HTTP APIs decode percent-encodings before they make the event,
 * function addresses and local stand-ins do not.
 */
function encodedPath(rawPath: string): string {
  const [, before, id] = WITH_WHOLE_ID.exec(rawPath) ?? [];
  if (before !== undefined && id !== undefined) return escaped(before) + encodeURIComponent(id);
  return escaped(rawPath);
}

/** Encodes what no path can hold: control characters, spaces, marks of other parts of an address, a percent sign alone. */
function escaped(path: string): string {
  return path.replace(/%(?![0-9A-Fa-f]{2})|[\0- "#<>?\\^`{|}\u007f-\uffff]+/g, (part) =>
    encodeURIComponent(part.toWellFormed()),
  );
}
