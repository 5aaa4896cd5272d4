import { createLimiter, type Limiter } from '../concurrency/limiter.ts';
import { Problem } from '../errors/problem.ts';

/**
 * Passwords hashed at once in a process: they share the threads of the runtime (four, on Node) with the checks of signatures,
 * which must not wait behind them.
 */
const MAX_HASHING = 2;

/** Passwords that may wait. Two are hashed in about half a second: the last of them waits for less than a minute. */
export const MAX_WAITING = 100;

/** Limits how many passwords are hashed at once; whoever would wait too long is refused with Problem `overloaded` (503). */
export function createHashing(): Limiter {
  return createLimiter(MAX_HASHING, {
    maxLength: MAX_WAITING,
    refuse: () => new Problem('overloaded', 'Too many users are logging in: try again later.', { retryAfter: 10 }),
  });
}
