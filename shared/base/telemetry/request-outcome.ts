import type { Problem } from '../errors/problem.ts';

/** How a request was answered. */
export type RequestOutcome = {
  /** The value of the `x-request-id` header of the answer. */
  readonly requestId: string;
  /** The method that the client sent. */
  readonly method: string;
  /** Method and path template; null when no handler matches the request. */
  readonly operation: string | null;
  readonly status: number;
  /** The problem that the service refused the request with; null when it did not. */
  readonly refusal: Problem | null;
  /** Milliseconds until the start of the response. */
  readonly tookMs: number;
};
