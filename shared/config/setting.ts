import type { Parse } from './formats.ts';

/** One setting: an environment variable, its meaning, and its row in `docs/configure.md`. */
export type Setting<T = unknown> = {
  /** The name under which operators of an existing server know it, also accepted; absent when that name is the same or new. */
  readonly legacy?: string;
  readonly parse: Parse<T>;
  /** The value where the variable is not set; null: unset has a meaning of its own. */
  readonly default: T;
  /** The default in words, where the value alone does not say it. */
  readonly defaultText?: string;
  /** What it does, in a sentence for operators. */
  readonly effect: string;
  /** The value gives access that only the service should have. */
  readonly secret?: true;
};
