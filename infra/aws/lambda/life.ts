import { Problem } from '../../../shared/errors/problem.ts';

/**
 * What became of a request that was not answered in time. A function freezes with its answer, and thaws with the next request, whenever
 * that is: what is still under way then must not be gone on with, as if the process had ended.
 */
export const TOOK_TOO_LONG = new Problem(
  'took-too-long',
  'The service ended this request, which took longer than it may. A change that it asked for may be made, in part or not at all: read what it was about, then ask for less at once, or again.',
  { retryAfter: 5 },
);

/** Calls to the outside for as long as a life lasts; later ones are refused. */
export function whileAlive<P extends readonly unknown[], R>(
  life: AbortSignal,
  call: (...given: P) => Promise<R>,
): (...given: P) => Promise<R> {
  return async (...given) => {
    if (life.aborted) throw TOOK_TOO_LONG;
    return call(...given);
  };
}

/** A life that does not end. */
export const FOR_EVER: AbortSignal = new AbortController().signal;
