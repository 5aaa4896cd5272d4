import type { EventEmitter } from 'node:events';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../../shared/base/errors/problem.ts';
import { renderProblem } from '../../shared/http/render-problem.ts';

/** How long data that still arrives is read and dropped, so that the response reaches the client. */
const DRAIN_MS = 500;

/**
 * Makes a server respond to unreadable requests with a problem document (RFC 9457) and close the connection, since the start of the
 * next request is unknown.
 *
 * @param maxHeaderSize the server's limit for all header fields, in bytes
 * @param common headers of every response
 */
export function answerClientErrors(
  server: EventEmitter,
  maxHeaderSize: number,
  common: Readonly<Record<string, string>>,
): void {
  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>();
  const ending = new WeakSet<Duplex>();

  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    const answers = unfinished.get(socket) ?? new Set();
    unfinished.set(socket, answers.add(answer));
    answer.once('close', () => answers.delete(answer));
  });

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (ending.has(socket)) return; // another error in the same data
    ending.add(socket);
    // In the middle of another response, the client would read this one as a part of it.
    const begun = [...(unfinished.get(socket) ?? [])].some((answer) => answer.headersSent);
    if (!socket.writable || begun) socket.destroy();
    else endWith(socket, rawAnswer(problemOf(error.code, maxHeaderSize), crypto.randomUUID(), common));
  });
}

/** Closing while the client still sends resets the connection, and the client may never see the answer. */
function endWith(socket: Duplex, text: string): void {
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.end(text);
}

function problemOf(code: string | undefined, maxHeaderSize: number): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem(
      'head-too-large',
      `The address and the header fields exceed the limit of ${maxHeaderSize} bytes: send a long signature sheet, or query, in the body.`,
    );
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('request-timeout', 'The request did not arrive completely in time.');
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new Problem('body-too-large', 'The extensions of the chunks of the body are too long.');
  }
  if (code === 'HPE_INVALID_URL') {
    return new Problem('malformed-request', 'The address contains bytes that must be percent-encoded (RFC 3986, 2.1).');
  }
  return new Problem('malformed-request', 'The request is not valid HTTP/1.1 (RFC 9112).');
}

/**
 * A problem as the text of a whole response (RFC 9112) that closes its connection, after an unreadable request or a refused
 * handshake.
 *
 * @param requestId id of the request in the log
 * @param common headers of every response
 */
export function rawAnswer(problem: Problem, requestId: string, common: Readonly<Record<string, string>>): string {
  const { status, headers, body } = renderProblem(problem, 'problem+json', requestId);
  const fields = Object.entries({
    ...common,
    ...headers,
    'x-request-id': requestId,
    'content-length': String(Buffer.byteLength(String(body))),
    connection: 'close',
  });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${String(body)}`;
}
