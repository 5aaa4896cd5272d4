import { Problem } from '../../../base/errors/problem.ts';

/** The Problem that `run` throws; fails the test when it throws something else or nothing. */
export function problemOf(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('No problem was thrown.');
}
