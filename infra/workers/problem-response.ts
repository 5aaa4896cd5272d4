import type { Problem } from '../../shared/errors/problem.ts';
import { problemFormat, renderProblem } from '../../shared/http/render-problem.ts';

/** A problem as the answer of a request that does not reach the application. */
export function problemResponse(request: Request, problem: Problem, requestId: string): Response {
  const { status, headers, body } = renderProblem(problem, problemFormat(request), requestId);
  return new Response(body, { status, headers: { ...headers, 'x-request-id': requestId } });
}
