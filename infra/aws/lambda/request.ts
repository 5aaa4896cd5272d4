import { Buffer } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

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
  const made = new Headers();
  for (const [name, value = ''] of Object.entries(headers)) made.set(name, latin1(value));
  if (cookies !== undefined) made.set('cookie', latin1(cookies.join('; ')));
  made.delete('content-length'); // of the body as API Gateway received it
  if (body !== null) made.set('content-length', String(body.length));
  return made;
}

/** One character per byte, as on other runtimes. */
function latin1(value: string): string {
  return Buffer.from(value, /[^\0-\u00ff]/.test(value) ? 'utf8' : 'latin1').toString('latin1');
}

/** An address with an id of another server in its path: decoded, the slashes of the id look like those of the path. */
const WITH_WHOLE_ID = /^(.*\/api\/data\/(?:[^/]*\/)?)(https?:\/\/?[^/].*)$/;

/**
 * The path as the client wrote it, as far as it can be recovered: HTTP APIs decode percent-encodings, function URLs and
 * serverless-offline do not.
 */
function encodedPath(rawPath: string): string {
  const [, before, id] = WITH_WHOLE_ID.exec(rawPath) ?? [];
  if (before !== undefined && id !== undefined) return escaped(before) + encodeURIComponent(id);
  return escaped(rawPath);
}

/** Encodes what a path cannot contain: control characters, spaces, delimiters of other parts of a URL, a lone percent sign. */
function escaped(path: string): string {
  return path.replace(/%(?![0-9A-Fa-f]{2})|[\0- "#<>?\\^`{|}\u007f-\uffff]+/g, (part) =>
    encodeURIComponent(part.toWellFormed()),
  );
}
