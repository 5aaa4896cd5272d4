import { Problem } from '../errors/problem.ts';
import { errorText } from '../telemetry/error-text.ts';
import type { Logger } from '../telemetry/logger.ts';

/** What a caller is told of an error; faults of ours, and of the store, are logged. */
export function toProblem(ctx: { readonly logger: Pick<Logger, 'error'> }, error: unknown, requestId: string): Problem {
  if (error instanceof Problem) {
    if (error.status >= 500) {
      const cause = error.cause === undefined ? {} : { cause: errorText(error.cause) };
      ctx.logger.error('SYSTEM', error.message, { requestId, code: error.code, ...cause });
    }
    return error;
  }
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  ctx.logger.error('SYSTEM', 'An operation failed unexpectedly', { requestId, error: cause });
  return new Problem('internal-error', 'The service failed to answer. The request id leads to the cause in its log.');
}
