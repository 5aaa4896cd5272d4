import type { Statement } from './statement.ts';

/** What a result says about the competency. */
export type Outcome = {
  readonly positive: boolean;
  /** 0 to 1. */
  readonly confidence: number;
};

/** A scaled score above it is positive (specification: xAPI conversion rules). */
const PASSING = 0.7;

const POSITIVE: ReadonlySet<string> = new Set(['pass', 'at expectation', 'above expectation']);
const NEGATIVE: ReadonlySet<string> = new Set(['fail', 'below expectation']);

/**
 * The outcome of a result (specification: xAPI conversion rules), from its `success`, or else its score, or else its response.
 *
 * @returns null when the result does not tell
 */
export function outcomeOf(result: Statement['result']): Outcome | null {
  if (result === undefined) return null;
  const { success, score, response } = result;
  if (success !== undefined) return { positive: success, confidence: 1 };
  const scaled = score === undefined ? null : scaledOf(score);
  if (scaled !== null) return { positive: scaled > PASSING, confidence: Math.min(1, Math.max(0, scaled)) };
  const word = response?.trim().toLowerCase() ?? '';
  if (POSITIVE.has(word)) return { positive: true, confidence: 1 };
  return NEGATIVE.has(word) ? { positive: false, confidence: 1 } : null;
}

/** A raw score is scaled by its place between the lowest and the highest. */
function scaledOf({ scaled, raw, min, max }: NonNullable<NonNullable<Statement['result']>['score']>): number | null {
  if (scaled !== undefined) return scaled;
  return raw === undefined || min === undefined || max === undefined ? null : (raw - min) / (max - min);
}
