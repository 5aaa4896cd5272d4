import type { ProblemCode } from './catalog.ts';
import { Problem, type ProblemExtras } from './problem.ts';

/** A {@link Problem} as plain data, which a thread can hand to another. */
export type ProblemRecord = { readonly code: ProblemCode; readonly detail: string; readonly extras: ProblemExtras };

/** What a problem says. */
export function recordOf({ code, message, extras }: Problem): ProblemRecord {
  return { code, detail: message, extras };
}

/** The problem that says so. */
export function problemFrom({ code, detail, extras }: ProblemRecord): Problem {
  return new Problem(code, detail, extras);
}
