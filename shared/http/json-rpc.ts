import * as z from 'zod/mini';
import type { ProblemCode } from '../base/errors/catalog.ts';
import { type Problem, problemType } from '../base/errors/problem.ts';
import type { Answer } from './answer.ts';
import { renderProblem } from './render-problem.ts';

/** An error of JSON-RPC 2.0 (section 5.1). */
export const jsonRpcError = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.unknown().check(z.describe('That of the message; null where the error is not about one.')),
    error: z.looseObject({ code: z.int(), message: z.string(), data: z.optional(z.unknown()) }),
  })
  .check(z.meta({ id: 'JsonRpcError', description: 'An error of JSON-RPC 2.0.' }));

/** Codes of JSON-RPC by problem; other problems have a code that servers may define. */
const CODES: Readonly<Partial<Record<ProblemCode, number>>> = {
  'malformed-json': -32_700,
  'too-deep': -32_700,
  'malformed-request': -32_600,
  'internal-error': -32_603,
};

/** The first of the codes that are left to servers (JSON-RPC 2.0, 5.1). */
const SERVER_ERROR = -32_000;

/** Writes a problem of a whole request as JSON-RPC does: without the id of a message. */
export function renderJsonRpc(problem: Problem, requestId: string): Answer {
  const { status, code, message } = problem;
  const { headers } = renderProblem(problem, 'problem+json', requestId);
  const error = { code: CODES[code] ?? SERVER_ERROR, message, data: { type: problemType(code), requestId } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error });
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body };
}
