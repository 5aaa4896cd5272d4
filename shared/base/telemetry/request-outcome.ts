import type { Problem } from '../errors/problem.ts';

/** How a request was answered. */
export type RequestOutcome = {
  /** The value of the `x-request-id` header of the answer. */
  readonly requestId: string;
  /** As the client sent it. */
  readonly method: string;
  /** Method and path template; null when no handler takes the request. */
  readonly operation: string | null;
  readonly status: number;
  /** The problem that it was refused with; null when it was not. */
  readonly refusal: Problem | null;
  /** Milliseconds until the answer began. */
  readonly tookMs: number;
};
