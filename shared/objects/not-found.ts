import { type Caller, refusal } from '../access/caller.ts';
import { Problem } from '../errors/problem.ts';

/** The sentence that the client library recognizes an absent object by. */
export const NOT_FOUND = 'Object not found or you did not supply sufficient permissions to access the object.';

/**
 * The answer for an object that is absent or hidden: one and the same, so that nobody learns which. A caller all of
 * whose signatures are faulty is told of that instead, in both cases.
 */
export function notFound(caller: Caller): Problem {
  return refusal(caller, new Problem('not-found', NOT_FOUND));
}
