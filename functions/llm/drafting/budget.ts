import type { Usage } from './model/language-model.ts';

/** The budget of one request for a language model, and its use. */
export type Budget = {
  readonly limits: BudgetLimits;
  /** Aborted when the time has run out or the client has disconnected. */
  readonly signal: AbortSignal;
  /** Whether the time has run out; false when the client has disconnected. */
  readonly isTimeOver: () => boolean;
  /**
   * Reserves tokens for a call.
   *
   * @returns a function to call with the actual use, or with null if it is unknown; null when not enough tokens are left
   */
  readonly reserve: (tokens: number) => ((used: Usage | null) => void) | null;
  /** The use of all calls; for calls whose use is unknown, the reserved tokens. */
  readonly used: () => Usage & { readonly calls: number };
};

/** Limits of all calls of one request together. */
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

/** The length of a text in UTF-8, in bytes. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Upper estimate of the tokens that a model counts for a text. */
export function estimateTokens(text: string): number {
  return Math.ceil(byteLength(text) / BYTES_PER_TOKEN);
}
