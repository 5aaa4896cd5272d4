import { STATUS_CODES } from 'node:http';
import type { Problem } from '../../shared/errors/problem.ts';
import { renderProblem } from '../../shared/http/render-problem.ts';

/**
 * A problem as the text of a whole answer (RFC 9112) that closes its connection: after an unreadable request, or a refused
 * handshake.
 *
 * @param requestId of the request in the log
 */
export function rawAnswer(problem: Problem, requestId: string): string {
  const { status, headers, body } = renderProblem(problem, 'problem+json', requestId);
  const fields = Object.entries({
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
