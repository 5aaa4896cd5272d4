import { type LookupAddress, type LookupAllOptions, lookup as lookUp } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { failure, refusal } from '../../shared/base/outbound/failures.ts';
import type { OutboundSend } from '../../shared/base/outbound/outbound-fetch.ts';
import { isWithin, type Reach } from '../../shared/base/outbound/reach.ts';
import { createNodeRequest } from './node-request.ts';

/** Resolves a name to all its addresses, as `lookup` of `node:dns` does. */
type Resolve = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[] | undefined) => void,
) => void;

/** Responses without a body (RFC 9110, 15.3.5, 15.4.5 and 15.3.6). */
const NO_BODY = new Set([204, 205, 304]);

/**
 * Sends requests over `node:http`. A name is resolved once, when its connection is made, and the connection leads to one of the
 * resolved addresses within reach, so that a later response of the name server has no effect. Only requests of the same reach
 * reuse connections.
 *
 * @param resolve resolves names; absent: the system does
 */
export function createOutboundSend(resolve: Resolve = lookUp): OutboundSend {
  const senders = new Map<Reach, ReturnType<typeof createNodeRequest>>();

  function senderOf(reach: Reach): ReturnType<typeof createNodeRequest> {
    const sender = senders.get(reach) ?? createNodeRequest({ lookup: lookupWithin(reach, resolve) });
    senders.set(reach, sender);
    return sender;
  }

  return async ({ url, method, headers, body, signal, reach }) => {
    const sent = { ...Object.fromEntries(headers), 'accept-encoding': 'gzip' };
    const answer = await senderOf(reach)({ url, method, headers: sent, body, signal }).catch((error: unknown) => {
      throw error instanceof NoAddress ? refusal(url) : error;
    });
    return toResponse(answer, method, url);
  };
}

/** A name that resolves to no address within reach. */
class NoAddress extends Error {}

function lookupWithin(reach: Reach, resolve: Resolve): LookupFunction {
  return (name, options, callback) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error !== null && error.code !== 'ENOTFOUND') return callback(error, []);
      // A name without addresses is refused in the same way, so that callers cannot learn which private names exist.
      const [first, ...others] = (found ?? []).filter(({ address }) => isWithin(address, reach));
      if (first === undefined) callback(reach === 'any' && error !== null ? error : new NoAddress(), []);
      else if (options.all === true) callback(null, [first, ...others]);
      else callback(null, first.address, first.family);
    });
  };
}

function toResponse(answer: IncomingMessage, method: string, url: URL): Response {
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 599) {
    answer.destroy();
    throw failure(url, `answers with the status ${status}, which HTTP does not have`);
  }
  const headers = headersOf(answer);
  if (method === 'HEAD' || NO_BODY.has(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  return new Response(plainBody(answer, headers, url), { status, headers });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  return headers;
}

/** The decompressed body. Removes the headers that describe the compressed body from `headers`. */
function plainBody(answer: IncomingMessage, headers: Headers, url: URL): ReadableStream<Uint8Array> {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return webStream(answer);
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    answer.destroy();
    throw failure(url, 'compresses its answer in an unrequested format');
  }
  headers.delete('content-encoding');
  headers.delete('content-length');
  return webStream(pipeline(answer, createGunzip(), () => {}));
}

function webStream(bytes: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(bytes) as ReadableStream<Uint8Array>; // Node declares a separate type for this class
}
