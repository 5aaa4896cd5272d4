import type { Usage } from './model/language-model.ts';

/** What one request may use of a language model, and what it has used. */
export type Budget = {
  readonly limits: BudgetLimits;
  /** Aborted when the time is over, or the client has disconnected. */
  readonly signal: AbortSignal;
  /** Whether the time is over; false when the client has disconnected. */
  readonly isTimeOver: () => boolean;
  /**
   * Reserves tokens for a call.
   *
   * @returns a function to call with the actual use, null when that is unknown; null when not enough tokens are left
   */
  readonly reserve: (tokens: number) => ((used: Usage | null) => void) | null;
  /** What the calls have used; for calls whose use is unknown, what was reserved for them. */
  readonly used: () => Usage & { readonly calls: number };
};

/** What the calls of one request may use together. */
export type BudgetLimits = { readonly tokens: number; readonly timeMs: number };

/**
 * @param limits for the request
 * @param closed aborted when the client disconnects
 */
export function createBudget(limits: BudgetLimits, closed: AbortSignal): Budget {
  const time = AbortSignal.timeout(limits.timeMs);
  const used = { calls: 0, inputTokens: 0, outputTokens: 0 };
  let left = limits.tokens;
  return {
    limits,
    signal: AbortSignal.any([closed, time]),
    isTimeOver: () => time.aborted && !closed.aborted,
    reserve(tokens) {
      if (tokens > left) return null;
      left -= tokens;
      used.calls++;
      return (usage) => {
        if (usage === null) used.inputTokens += tokens;
        else {
          left += tokens - usage.inputTokens - usage.outputTokens;
          used.inputTokens += usage.inputTokens;
          used.outputTokens += usage.outputTokens;
        }
      };
    },
    used: () => ({ ...used }),
  };
}

/** Minimum UTF-8 bytes of a token: they differ between models, and even more between languages. */
export const BYTES_PER_TOKEN = 3;

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Upper estimate of the tokens that a model counts for a text. */
export function estimateTokens(text: string): number {
  return Math.ceil(byteLength(text) / BYTES_PER_TOKEN);
}
