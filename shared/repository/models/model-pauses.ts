import { Problem } from '../../base/errors/problem.ts';
import { errorText, type Logger } from '../../base/telemetry/logger.ts';

/** When a model that has failed is called again. */
type ModelPauses = {
  /** Whether it should not be called yet. */
  readonly isPaused: () => boolean;
  /** Begins a pause: what the server of the model asks for, or twice the last one, whichever is longer. Throws other errors. */
  readonly failed: (error: unknown) => void;
  /** It has done what it should: the next pause is a short one. */
  readonly worked: () => void;
};

const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/**
 * The pauses of one user of a model.
 *
 * @param ctx the log gets one entry when the model begins to fail, or fails in another way, and one when it works again
 */
export function createModelPauses(ctx: { readonly now: () => number; readonly logger: Logger }): ModelPauses {
  const { now, logger } = ctx;
  let until = Number.NEGATIVE_INFINITY;
  let lastMs = 0;
  let failure: string | null = null;
  return {
    isPaused: () => now() < until,
    failed(error) {
      if (!(error instanceof Problem && error.code.startsWith('model-'))) throw error;
      lastMs = Math.min(Math.max(2 * lastMs, FIRST_MS), LONGEST_MS);
      until = now() + Math.max(lastMs, (error.extras.retryAfter ?? 0) * 1_000);
      if (error.code === failure) return;
      failure = error.code;
      logger.warn('NETWORK', 'The embedding model fails: vectors are made when it works again', {
        error: errorText(error),
      });
    },
    worked() {
      lastMs = 0;
      if (failure !== null) logger.info('NETWORK', 'The embedding model works again');
      failure = null;
    },
  };
}
