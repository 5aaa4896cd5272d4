import type { Usage } from './model/language-model.ts';

/** What one request may use of a language model, and what it has used. */
export type Budget = {
  readonly limits: BudgetLimits;
  /** Aborted when the time is over, or the client has closed. */
  readonly signal: AbortSignal;
  /** Whether the time is over; not so when the client has closed. */
  readonly isTimeOver: () => boolean;
  /**
   * Sets tokens aside for a call.
   *
   * @returns takes what the call really used, null when that is not known; null when so many tokens are not left
   */
  readonly reserve: (tokens: number) => ((used: Usage | null) => void) | null;
  /** What the calls have used; calls whose use is not known count with what was set aside for them. */
  readonly used: () => Usage & { readonly calls: number };
};

/** What the calls of one request may use together. */
export type BudgetLimits = { readonly tokens: number; readonly timeMs: number };

/**
 * @param limits for the request
 * @param closed aborted when the client closes
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

/** UTF-8 bytes of a token, at least: models differ, and languages do more. */
export const BYTES_PER_TOKEN = 3;

const encoder = new TextEncoder();

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Tokens that a model may count for a text: rather more than less. */
export function estimateTokens(text: string): number {
  return Math.ceil(byteLength(text) / BYTES_PER_TOKEN);
}
