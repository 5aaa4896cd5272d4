import { type Caller, refusal } from '../access/caller.ts';
import { Problem } from '../errors/problem.ts';

/** The client library recognizes an absent object by this sentence. */
export const NOT_FOUND = 'Object not found or you did not supply sufficient permissions to access the object.';

/**
 * The answer for an object that is absent or hidden: the same for both, so that it does not reveal which. A caller whose signatures are
 * all invalid gets that error instead, in both cases.
 */
export function notFound(caller: Caller): Problem {
  return refusal(caller, new Problem('not-found', NOT_FOUND));
}
